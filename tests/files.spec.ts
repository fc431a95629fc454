import { calls } from '../packages/contract/src/index.ts';
import { faults } from './axe.ts';
import { expect, follow, test } from './company.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a folder is made, opened, renamed, deleted and taken back', async ({ signedIn: page }) => {
  await page.goto('/disk/personalFile');
  await page.getByRole('button', { name: '新建文件夹' }).first().click();
  await page.getByRole('textbox', { name: '名称' }).fill('季度复盘 📊');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row').filter({ hasText: '季度复盘 📊' });
  await expect(row).toBeVisible();

  await row.dblclick();
  await expect(page).toHaveURL(/folder=/);
  await expect(page.getByText('这里还没有文件')).toBeVisible();
  await page.reload();
  await expect(page.getByText('这里还没有文件')).toBeVisible();
  await page.goBack();
  await expect(row).toBeVisible();

  await row.click();
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('年度:复盘');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/特殊字符/).first()).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('年度复盘');
  await page.keyboard.press('Enter');
  const renamed = page.getByRole('row').filter({ hasText: '年度复盘' });
  await expect(renamed).toBeVisible();

  await renamed.click();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: /删除/ }).click();
  await expect(renamed).toBeHidden();
  // The rename can still be undone too.
  await expect(page.getByText('已删除「年度复盘」')).toBeVisible();
  await page.getByRole('button', { name: '撤销' }).last().click();
  await expect(renamed).toBeVisible();
});

test('names stand in the order people expect, and a page is a page of the server, across which a selection holds', async ({
  signedIn: page,
  person,
}) => {
  for (const name of ['第10章', '第9章', '北京', '安徽']) await person.folder(name);
  const children = Array.from({ length: 11 }, (_, index) => ({ instanceName: `第 ${index} 项` }));
  const { instanceId } = await person.call(calls.instance.batchCreateFolder, {
    parentId: person.rootId,
    instanceName: '两页',
    children,
  });
  await page.goto('/disk/personalFile?sort=instanceName&order=asc');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await test.step('the order of names', async () => {
    await expect(row('安徽')).toBeVisible();
    const shown = (await page.getByRole('row').allInnerTexts()).join(' ');
    const places = ['安徽', '北京', '第9章', '第10章'].map((name) => shown.indexOf(name));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
  await test.step('what is selected on one page stays so on the next, and is deleted with what is selected there', async () => {
    await follow(page, `/disk/personalFile?folder=${instanceId}&size=10&sort=instanceName&order=asc`);
    await row('第 3 项').getByRole('checkbox').click();
    expect(await faults(page)).toEqual([]);
    await page.getByRole('navigation', { name: '分页' }).getByRole('button', { name: '2', exact: true }).click();
    await expect(row('第 10 项')).toBeVisible();
    await row('第 10 项').getByRole('checkbox').click();
    await expect(page.getByText('已选 2 项')).toBeVisible();
    await page.goBack();
    await expect(row('第 3 项')).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('toolbar', { name: '对所选项的操作' }).getByRole('button', { name: '删除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除 2 项' }).click();
    await expect(row('第 3 项')).toBeHidden();
    await expect(row('第 9 项')).toBeVisible();
    await expect.poll(async () => (await person.call(calls.instance.page, { parentId: instanceId })).total).toBe(9);
  });
});

test('another person sees nothing of a folder, not even whether it exists', { tag: '@thorough' }, async ({ signedIn: page, company }) => {
  const other = await company.person();
  const folder = await other.folder('机密');
  await page.goto(`/disk/personalFile?folder=${folder.instanceId}`);
  await expect(page.getByText('你没有访问权限')).toBeVisible();
  await expect(page.getByText('机密')).toBeHidden();
});
