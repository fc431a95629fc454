import { calls } from '../packages/contract/src/index.ts';
import { everyFault } from './axe.ts';
import { expect, test } from './company.ts';
import { linkTo, menuOf, rowOf, sets } from './sharer.ts';

const { link } = calls;

test('verification is shown step by step, decides itself without a reload, and can be called off', async ({
  signedIn: page,
  person,
  company,
}) => {
  const made = await linkTo(
    company,
    person,
    (await person.folder('发布会开场片')).instanceId,
    {},
    { state: 'verifying', scan_state: 'running', scan_done: 2, scan_total: 12, review_state: 'waiting' },
  );
  await page.goto('/disk/mySharing');
  await expect(rowOf(page, '发布会开场片')).toContainText('文档扫描 2 / 12 个文件');
  await expect(page.getByRole('img', { name: '第 1 步，共 3 步：文档扫描' })).toBeVisible();
  await menuOf(page, '发布会开场片', '修改');
  const dialog = page.getByRole('dialog', { name: '修改外链：发布会开场片' });
  await expect(dialog.getByRole('button', { name: '复制链接' })).toBeDisabled();
  await sets(company, made, { scan_state: 'passed', review_state: 'running' });
  await expect(dialog.getByText('等待审核人处理')).toBeVisible();
  const opening = page.context().waitForEvent('page');
  await dialog.getByRole('button', { name: '以访客身份打开' }).click();
  const seen = await opening;
  await expect(seen.getByText('这个外链还在审核，只有你能看到这个页面。')).toBeVisible();
  await expect(seen.getByRole('heading', { name: '发布会开场片', level: 1 })).toBeVisible();
  expect(await everyFault(seen)).toEqual([]);
  await seen.close();
  await dialog.getByRole('button', { name: '取消分享' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '继续等待' }).click();
  await sets(company, made, { state: 'valid', review_state: 'skipped' }, { silently: true });
  await expect(dialog.getByRole('img', { name: '「发布会开场片」的二维码' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: '复制链接', exact: true }).last()).toBeEnabled();

  await sets(company, made, { state: 'failed', reason: 'refused', reason_text: '附录含员工手机号' });
  await page.keyboard.press('Escape');
  await expect(rowOf(page, '发布会开场片')).toContainText('审核未通过：附录含员工手机号');
  await menuOf(page, '发布会开场片', '修改后重新提交');
  await dialog.getByRole('button', { name: '重新提交' }).click();
  await expect(dialog.getByText('有效', { exact: true })).toBeVisible();

  await sets(company, made, { state: 'verifying', review_state: 'running', scan_state: 'passed' });
  await page.keyboard.press('Escape');
  await expect(rowOf(page, '发布会开场片').getByRole('img', { name: /^第 \d 步，共 3 步/ })).toBeVisible();
  await menuOf(page, '发布会开场片', '修改');
  await dialog.getByRole('button', { name: '取消分享' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '取消分享' }).click();
  await expect(dialog).toBeHidden();
  expect((await person.call(link.page, {})).total).toBe(0);
});
