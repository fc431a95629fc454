import type { Page } from '@playwright/test';
import { calls } from '../packages/contract/src/index.ts';
import { faults } from './axe.ts';
import { expect, test } from './company.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
async function fromMenu(page: Page, name: string, entry: string | RegExp): Promise<void> {
  await row(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

test('a file is moved by its menu, taken back, and dragged into a folder', async ({ signedIn: page, person }) => {
  const [target, other] = [await person.folder('目标'), await person.folder('另一个')];
  await person.uploads('x', '报告.txt');
  await page.goto('/disk/personalFile');
  await fromMenu(page, '报告.txt', /^移动到…/);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('treeitem').getByRole('button', { name: '目标', exact: true }).click();
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: '移动到「目标」' }).click();
  await expect(row(page, '报告.txt')).toBeHidden();
  expect(await person.names(target.instanceId)).toEqual(['报告.txt']);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(row(page, '报告.txt')).toBeVisible();

  await row(page, '报告.txt').getByTitle('报告.txt', { exact: true }).dragTo(row(page, '另一个'));
  await expect(row(page, '报告.txt')).toBeHidden();
  await expect.poll(() => person.names(other.instanceId)).toEqual(['报告.txt']);
});

test('cut and paste ask what to do with a name that is taken; copies are numbered beside their original', async ({
  signedIn: page,
  person,
}) => {
  const target = await person.folder('目标');
  await person.uploads('old', 'a.txt', target.instanceId);
  await person.uploads('new', 'a.txt');
  await page.goto('/disk/personalFile');
  await row(page, 'a.txt').click();
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expect(row(page, 'a (1).txt')).toBeVisible();
  await row(page, 'a.txt').first().click();
  await page.keyboard.press('Control+x');
  await row(page, '目标').dblclick();
  await expect(page.getByRole('heading', { name: '目标' })).toBeVisible();
  await row(page, 'a.txt').click();
  await page.keyboard.press('Control+v');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: '两个都保留' }).check();
  await dialog.getByRole('button', { name: /保留/ }).click();
  await expect(row(page, 'a (1).txt')).toBeVisible();
  expect(await person.names()).toEqual(['目标', 'a (1).txt']);
});

test('the recycle bin restores, restores elsewhere, and removes for good', async ({ signedIn: page, person }) => {
  const folder = await person.folder('项目');
  const inside = await person.uploads('1', 'inside.txt', folder.instanceId);
  const beside = await person.uploads('2', 'beside.txt');
  const last = await person.uploads('3', 'last.txt');
  for (const item of [inside, folder, beside, last]) await person.call(calls.instance.remove, { instanceIds: [item.instanceId] });
  await page.goto('/disk/recycleBin');
  await expect(page.getByText('回收站是空的')).toBeHidden();
  await expect(row(page, 'inside.txt')).toContainText('原目录不存在');
  await expect(row(page, 'beside.txt')).toContainText('30 天');
  expect(await faults(page)).toEqual([]);
  await fromMenu(page, 'beside.txt', '恢复');
  await expect(row(page, 'beside.txt')).toBeHidden();
  await fromMenu(page, 'inside.txt', '恢复到…');
  await page.getByRole('dialog').getByRole('treeitem').getByRole('button', { name: '个人文件', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '恢复到「个人文件」' }).click();
  await expect(row(page, 'inside.txt')).toBeHidden();
  expect(await person.names()).toEqual(['beside.txt', 'inside.txt']);
  await row(page, 'last.txt').click();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: '彻底删除 1 项' }).click();
  await expect(row(page, 'last.txt')).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(row(page, '项目')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole('button', { name: '清空回收站' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '清空回收站' }).click();
  await expect(page.getByText('回收站是空的')).toBeVisible();
});
