import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { createDepartment, setManagers } from '../apps/server/src/departments/index.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';
import { calls, eventsPath } from '../packages/contract/src/index.ts';
import { faults, faultsInBothColors } from './axe.ts';
import { byOtherName, expect, follow, pageBeside, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
async function listens(page: Page, address: string): Promise<void> {
  const heard = page.waitForResponse((answer) => answer.url().endsWith(eventsPath) && answer.status() === 200);
  await page.goto(address);
  await heard;
}
const called = async (company: Company, person: Person, name: string): Promise<void> => {
  await company.database.updateTable('user_account').set({ real_name: name }).where('id', '=', person.userId).execute();
  await person.call(calls.user.acknowledgeAgreement, {});
};

test('access is asked for and given, or not', async ({ signedIn: page, person, company }) => {
  test.setTimeout(180_000);
  const owner = await company.person();
  await called(company, owner, '王磊');
  await called(company, person, '林若溪');
  const folder = await owner.folder('品牌升级 2026');
  await owner.uploads('字体', '规范.txt', folder.instanceId);
  const theirs = await pageBeside(page, owner);
  await listens(theirs, byOtherName(owner.origin, '/disk/personalFile'));

  await test.step('asked from the page, answered from the bell while both look on: the page opens by itself', async () => {
    await listens(page, `/disk/personalFile?folder=${folder.instanceId}`);
    await expect(page.getByRole('heading', { name: '你没有访问权限' })).toBeVisible();
    await expect(page.getByText('品牌升级 2026')).toHaveCount(0);
    await page.getByRole('button', { name: '申请访问' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: '说明（选填）' })).toBeFocused();
    await page.keyboard.type('写发布会稿子要用');
    await page.getByRole('button', { name: '发送申请' }).click();
    await expect(page.getByRole('button', { name: '撤回申请' })).toBeFocused();
    await page.reload();
    await expect(page.getByRole('button', { name: '撤回申请' })).toBeVisible();

    await theirs.getByRole('button', { name: /^通知，\d+ 条未读/ }).click();
    const item = theirs.getByRole('dialog', { name: '通知' }).getByRole('listitem').filter({ hasText: '申请访问「品牌升级 2026」' });
    await expect(item).toContainText('写发布会稿子要用');
    await item.getByRole('button', { name: '同意…' }).click();
    const dialog = theirs.getByRole('dialog', { name: '林若溪申请访问' });
    await dialog.getByRole('combobox', { name: '授予权限' }).click();
    await expect(theirs.getByRole('option')).toHaveText(['仅预览', '下载', '编辑']);
    await theirs.getByRole('option', { name: '下载' }).click();
    await dialog.getByRole('combobox', { name: '有效期' }).click();
    await theirs.getByRole('option', { name: '1 周' }).click();
    await dialog.getByRole('button', { name: '同意' }).click();
    await expect(theirs.getByText('已同意林若溪的申请')).toBeVisible();

    await expect(row(page, '规范.txt')).toBeVisible();
    await page.getByRole('button', { name: /^通知/ }).click();
    const answer = page
      .getByRole('dialog', { name: '通知' })
      .getByRole('listitem')
      .filter({ hasText: '同意了你访问「品牌升级 2026」的申请' });
    await expect(answer).toContainText('你的权限：下载');
    await answer.getByRole('button', { name: '打开' }).click();
    await expect(page.getByRole('dialog', { name: '通知' })).toBeHidden();
    await expect(row(page, '规范.txt')).toBeVisible();
  });
  await test.step('an address of nothing looks the same, asks the same, and can be taken back', async () => {
    await follow(page, `/disk/personalFile?folder=${randomUUID()}`);
    await expect(page.getByRole('heading', { name: '你没有访问权限' })).toBeVisible();
    await page.getByRole('button', { name: '申请访问' }).click();
    await page.getByRole('button', { name: '发送申请' }).click();
    await page.getByRole('button', { name: '撤回申请' }).click();
    await expect(page.getByRole('button', { name: '申请访问' })).toBeFocused();
    await page.getByRole('button', { name: '返回个人文件' }).click();
    await expect(page.getByText('这里还没有文件')).toBeVisible();
  });
  await test.step('a file given alone opens at its address', async () => {
    const file = await owner.uploads('第一行', '纪要.txt');
    const { requestId } = await person.call(calls.access.request, { instanceId: file.instanceId });
    await owner.call(calls.access.answer, { requestId, level: 'viewOnly' });
    await follow(page, `/disk/personalFile?folder=${file.instanceId}`);
    await expect(page.getByRole('heading', { name: '纪要.txt', level: 2 })).toBeVisible();
    await expect(page.getByRole('button', { name: '下载', exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: '预览' }).click();
    await expect(page.getByText('第一行')).toBeVisible();
  });
  await test.step('who may only look asks for more; of two managers the second finds it answered; a decline says so', async () => {
    const departmentId = await createDepartment(company.database, { name: `财务部_${randomUUID().slice(0, 4)}`, parentId: null });
    const [one, two] = [owner, await company.person()];
    await setManagers(company.database, { departmentId, userIds: [one.userId, two.userId] }, { userId: one.userId, realName: '王磊' });
    await company.database.updateTable('user_account').set({ department_id: departmentId }).where('id', '=', person.userId).execute();
    const rootId = (await one.call(calls.department.querySpaces, {}))[0]!.rootId;
    await one.uploads('数字', '预算.txt', rootId);

    await follow(page, '/disk/departmentFile');
    await row(page, '预算.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: '申请权限…' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: '需要的权限' }).click();
    await expect(page.getByRole('option')).toHaveText(['下载', '编辑', '外部分享']);
    await page.getByRole('option', { name: '编辑' }).click();
    await page.getByRole('button', { name: '发送申请' }).click();
    await expect(page.getByText('申请已发送')).toBeVisible();

    await theirs.getByRole('button', { name: /^通知，/ }).click();
    await theirs.getByRole('button', { name: '同意…' }).click();
    const dialog = theirs.getByRole('dialog', { name: '林若溪申请访问' });
    await expect(dialog.getByRole('combobox', { name: '授予权限' })).toHaveValue('编辑');
    const asked = (await two.call(calls.notice.page, { filter: 'todo' })).items[0];
    if (asked?.kind !== 'accessRequested') throw new Error('the other manager was not asked');
    await two.call(calls.access.answer, { requestId: asked.data.requestId, level: null });
    await dialog.getByRole('button', { name: '同意' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('该申请已处理或已撤回');
    await theirs.keyboard.press('Escape');
    await theirs.getByRole('button', { name: /^通知/ }).click();
    await expect(theirs.getByRole('button', { name: '同意…' })).toHaveCount(0);
    await page.getByRole('button', { name: /^通知/ }).click();
    await expect(page.getByText('拒绝了你访问「预算.txt」的申请')).toBeVisible();
  });
  await theirs.close();
});

for (const walk of walksOf('phone'))
  test(`asking and answering have no fault, ${walk.locale}`, async ({ page, person, company }) => {
    const zh = walk.locale === 'zh-CN';
    const asker = await company.person();
    await called(company, asker, zh ? '林若溪' : 'Emma Clark');
    const folder = await person.folder(zh ? '品牌升级 2026' : 'Brand refresh 2026');
    await asker.call(calls.access.request, {
      instanceId: folder.instanceId,
      item: 'download',
      message: zh ? '写发布会稿子要用，大概需要两周' : 'For the launch article, for about two weeks',
    });
    await startWalk(page, person, walk);
    const look = (name: string) => inBothLooks(page, walk, `request-${name}`, async () => expect(await faults(page), name).toEqual([]));
    const inColors = (name: string) => faultsInBothColors(page).then((found) => expect(found, name).toEqual([])); // a resize closes it

    await page.goto(`/disk/personalFile?folder=${randomUUID()}`);
    const ask = page.getByRole('button', { name: zh ? '申请访问' : 'Request access' });
    await expect(ask).toBeVisible();
    await look('no-access');
    await ask.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look('ask');
    await page.getByRole('button', { name: zh ? '发送申请' : 'Send request' }).click();
    await expect(page.getByRole('button', { name: zh ? '撤回申请' : 'Withdraw request' })).toBeVisible();
    await look('asked');

    await page.getByRole('button', { name: /^(通知|Notifications), ?|^通知，/ }).click();
    const more = page.getByRole('button', { name: zh ? '同意…' : 'Approve…' });
    await expect(more).toBeVisible();
    await inColors('notice');
    await more.click();
    const dialog = page.getByRole('dialog', { name: zh ? '林若溪申请访问' : 'Emma Clark requested access' });
    await dialog.getByRole('combobox', { name: zh ? '有效期' : 'Duration' }).click();
    await page.getByRole('option', { name: zh ? '自定义' : 'Custom' }).click();
    await expect(dialog.getByRole('button', { name: zh ? '同意' : 'Approve' })).toBeDisabled();
    await look('answer');
    await dialog.getByRole('textbox', { name: zh ? '截止日期' : 'Expires' }).click();
    await expect(page.getByRole('button', { name: zh ? /年\d+月/ : /20\d\d/ }).first()).toBeVisible();
    await inColors('answer-date');
  });
