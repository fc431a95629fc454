import type { Page } from '@playwright/test';
import { randomBytes, randomUUID } from 'node:crypto';
import { calls, type InputOf, type Link } from '../packages/contract/src/index.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';
import { everyFault } from './axe.ts';
import { expect, test } from './company.ts';
import { inBothLooks, openWalk, walks } from './looks.ts';

const { link } = calls;
const dayMs = 86_400_000;
const fromNow = (days: number) => new Date(Date.now() + days * dayMs);

const rowOf = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name });
async function menuOf(page: Page, name: string, entry: string | RegExp): Promise<void> {
  await rowOf(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry }).click();
}
const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
const mayCopy = (page: Page): Promise<void> => page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

type Row = Partial<{
  state: Link['state'];
  scan_state: 'running' | 'passed' | 'waiting';
  scan_done: number;
  scan_total: number;
  review_state: 'running' | 'waiting' | 'skipped';
  reason: Link['reason'];
  reason_text: string;
  visits: number;
  downloads: number;
  saves: number;
  visit_limit: number;
  expires_at: Date;
  created_at: Date;
}>;
/** The job that verifies links looks at it only tomorrow, so that the state stays. */
async function sets(company: Company, { linkPath }: Pick<Link, 'linkPath'>, row: Row): Promise<void> {
  const { id } = await company.database.selectFrom('link').select('id').where('path', '=', linkPath).executeTakeFirstOrThrow();
  await company.database
    .updateTable('link_check')
    .set({ look_at: new Date(Date.now() + 86_400_000) })
    .where('link_id', '=', id)
    .execute();
  await company.database.updateTable('link').set(row).where('id', '=', id).execute();
}

/** A link as its creator would have made it; `row` is what time and visitors did to it. */
async function linkTo(
  company: Company,
  person: Person,
  instanceId: string,
  input: Partial<InputOf<typeof link.createOrUpdate>> = {},
  row?: Row,
): Promise<Link> {
  const made = await person.call(link.createOrUpdate, { instanceIds: [instanceId], password: 'abcd', ...input });
  if (row) await sets(company, made, row);
  return made;
}

async function visit(
  company: Company,
  { linkPath }: Link,
  of: {
    address: string;
    agent?: string;
    at: Date;
    person?: Person;
    took?: readonly (readonly ['preview' | 'download' | 'save', string])[];
  },
): Promise<void> {
  const { id: link_id } = await company.database.selectFrom('link').select('id').where('path', '=', linkPath).executeTakeFirstOrThrow();
  const id = randomUUID();
  const { address, agent = '', at, person, took = [] } = of;
  await company.database
    .insertInto('link_visitor')
    .values({
      id,
      link_id,
      token_hash: randomBytes(32),
      person_id: person?.userId ?? null,
      address,
      agent,
      created_at: at,
      expires_at: fromNow(1),
      counted_at: at,
    })
    .execute();
  for (const [deed, instance_name] of took)
    await company.database
      .insertInto('link_taking')
      .values({ link_id, visitor_id: id, deed, instance_id: randomUUID() as never, instance_name, taken_at: at })
      .execute();
}
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';

test('created with a drawn password, copied in both languages, listed, changed and withdrawn', async ({ signedIn: page, person }) => {
  await mayCopy(page);
  await person.folder('产品发布会物料');
  await page.goto('/disk/personalFile');
  await menuOf(page, '产品发布会物料', '外链分享');
  const dialog = page.getByRole('dialog', { name: '创建外链：产品发布会物料' });
  const field = dialog.getByRole('textbox', { name: '访问密码' });
  const drawn = await field.inputValue();
  expect(drawn).toMatch(/^[A-HJKMNP-Za-hjkmnp-z2-9]{6}$/);
  await dialog.getByRole('button', { name: '换一个密码' }).click();
  await expect(field).not.toHaveValue(drawn);
  const password = await field.inputValue();
  await expect(dialog.getByText('请及时复制，此页面关闭或刷新后不再显示。')).toBeVisible();
  await dialog.getByText('1 个月', { exact: true }).click();
  await dialog.getByRole('switch', { name: '访问次数上限' }).press('Space');
  await dialog.getByRole('textbox', { name: '备注' }).fill('请在周五前看完');
  await dialog.getByRole('button', { name: '创建外链' }).click();

  await expect(dialog.getByText('密码只能现在复制：此页面关闭或刷新后不再显示。')).toBeVisible();
  await dialog.getByRole('button', { name: '复制链接与密码' }).click();
  const [address = ''] = (await copied(page)).split('\n');
  expect(address).toContain('/disk/fileDownload?link=');
  expect(await copied(page)).toBe(`${address}\n访问密码 ${password}`);
  await expect(dialog.getByRole('img', { name: '「产品发布会物料」的二维码' })).toBeVisible();
  await dialog.getByRole('button', { name: '英文消息' }).click();
  await expect.poll(() => copied(page)).toContain('I shared “产品发布会物料” with you in Alcove');
  await dialog.getByRole('button', { name: '中文消息' }).click();
  await expect.poll(() => copied(page)).toMatch(new RegExp(`链接：.+\n密码：${password}\n有效期至 .+:59\n备注：请在周五前看完$`));
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: '外链分享' }).click();
  await expect(rowOf(page, '产品发布会物料')).toContainText(/有效剩余 (1 个月|3\d 天|2\d 天)/);
  await menuOf(page, '产品发布会物料', '修改');
  const change = page.getByRole('dialog', { name: '修改外链：产品发布会物料' });
  await expect(change.getByRole('textbox', { name: '访问密码' })).toHaveValue(password);
  await change.getByRole('checkbox', { name: '下载' }).uncheck();
  await change.getByRole('switch', { name: '访问密码' }).press('Space');
  await change.getByRole('button', { name: '保存更改' }).click();
  await expect(page.getByText('外链已更新')).toBeVisible();
  const [saved] = (await person.call(link.page, {})).items;
  expect(saved).toMatchObject({ permissions: ['preview'], passwordSet: false, visitLimit: 200, note: '请在周五前看完' });
  await page.keyboard.press('Escape');

  await menuOf(page, '产品发布会物料', '撤回');
  const confirm = page.getByRole('alertdialog', { name: '撤回「产品发布会物料」的外链？' });
  await confirm.getByRole('button', { name: '撤回 1 个外链' }).click();
  await expect(page.getByText('还没有外链')).toBeVisible();
  expect((await person.call(link.page, {})).total).toBe(0);
});

test('a password that this tab no longer knows is kept unless another is chosen', async ({ signedIn: page, person, company }) => {
  const made = await linkTo(company, person, (await person.uploads('内容', '报价单.xlsx')).instanceId);
  const hash = async () =>
    (await company.database.selectFrom('link').select('password_hash').where('path', '=', made.linkPath).executeTakeFirstOrThrow())
      .password_hash;
  const before = await hash();
  await page.goto('/disk/mySharing');
  await menuOf(page, '报价单.xlsx', '修改');
  const dialog = page.getByRole('dialog', { name: '修改外链：报价单.xlsx' });
  const field = dialog.getByPlaceholder('已设置，保持不变');
  await expect(field).toHaveValue('');
  await dialog.getByRole('textbox', { name: '备注' }).fill('新的备注');
  await dialog.getByRole('button', { name: '保存更改' }).click();
  await expect(page.getByText('外链已更新')).toBeVisible();
  expect(await hash()).toBe(before);

  await dialog.getByRole('button', { name: '换一个密码' }).click();
  await dialog.getByRole('button', { name: '保持原密码' }).click();
  await expect(dialog.getByRole('button', { name: '保存更改' })).toHaveCount(0);
  await dialog.getByRole('button', { name: '换一个密码' }).click();
  await dialog.getByRole('button', { name: '保存更改' }).click();
  await expect.poll(hash).not.toBe(before);
});

test('each field says what is wrong with it, before and after the server has judged it', async ({ signedIn: page, person }) => {
  await person.folder('投标文件收集');
  await page.goto('/disk/personalFile');
  await menuOf(page, '投标文件收集', '外链分享');
  const dialog = page.getByRole('dialog', { name: '创建外链：投标文件收集' });
  const create = dialog.getByRole('button', { name: '创建外链' });
  await dialog.getByRole('textbox', { name: '访问密码' }).fill('abc');
  await dialog.getByRole('switch', { name: '访问次数上限' }).press('Space');
  await dialog.getByRole('textbox', { name: '访问次数上限' }).fill('10000');
  await dialog.getByText('自定义', { exact: true }).click();
  await dialog.getByRole('checkbox', { name: '预览' }).uncheck();
  await create.click();
  for (const fault of ['密码须为 4 至 32 个字符', '次数须为 1 至 9,999 之间的整数', '请选择最后一天', '请至少选择一项'])
    await expect(dialog.getByText(fault)).toBeVisible();

  // Uploading and looking exclude each other both ways.
  await dialog.getByRole('checkbox', { name: '上传' }).check();
  await expect(dialog.getByRole('checkbox', { name: '预览' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: '上传' }).uncheck();
  await dialog.getByRole('checkbox', { name: '编辑' }).check();
  await expect(dialog.getByRole('checkbox', { name: '下载' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: '上传' })).toBeDisabled();

  await dialog.getByRole('textbox', { name: '访问密码' }).fill('abcd');
  await dialog.getByRole('textbox', { name: '访问次数上限' }).fill('3');
  await dialog.getByText('3 天', { exact: true }).click();
  await create.click();
  await expect(dialog.getByText('有效', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/disk/mySharing');
  await menuOf(page, '投标文件收集', '修改');
  const change = page.getByRole('dialog', { name: '修改外链：投标文件收集' });
  await change.getByRole('textbox', { name: '名称' }).fill('投标/文件');
  await change.getByRole('button', { name: '保存更改' }).click();
  await expect(change.getByRole('alert')).toContainText('/');
  await expect(change.getByRole('textbox', { name: '名称' })).toBeFocused();
  expect((await person.call(link.page, {})).items[0]?.name).toBe('投标文件收集');
});

test('named people are picked from the company, and only they are sent', async ({ signedIn: page, person, company }) => {
  const other = await company.person();
  await person.folder('供应商资料');
  await page.goto('/disk/personalFile');
  await menuOf(page, '供应商资料', '外链分享');
  const dialog = page.getByRole('dialog', { name: '创建外链：供应商资料' });
  await dialog.getByText('指定人员', { exact: true }).click();
  const picker = page.getByRole('dialog', { name: '谁可以访问这个外链' });
  await picker.getByRole('tab', { name: '批量粘贴' }).click();
  await picker.getByRole('textbox', { name: '姓名、账号或邮箱' }).fill(other.accountName);
  await picker.getByRole('button', { name: /识别/ }).click();
  await picker.getByRole('button', { name: '选定 1 人' }).click();
  await dialog.getByRole('button', { name: '创建外链' }).click();
  await expect(dialog.getByText('有效', { exact: true })).toBeVisible();
  const [made] = (await person.call(link.page, {})).items;
  expect(made?.users.map(({ userId }) => userId)).toEqual([other.userId]);
});

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
  await dialog.getByRole('button', { name: '取消分享' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '继续等待' }).click();
  await sets(company, made, { state: 'valid', review_state: 'skipped' });
  await expect(dialog.getByRole('img', { name: '「发布会开场片」的二维码' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: '复制链接', exact: true }).last()).toBeEnabled();

  await sets(company, made, { state: 'failed', reason: 'refused', reason_text: '附录含员工手机号' });
  await page.reload();
  await expect(rowOf(page, '发布会开场片')).toContainText('审核未通过：附录含员工手机号');
  await menuOf(page, '发布会开场片', '修改后重新提交');
  await dialog.getByRole('button', { name: '重新提交' }).click();
  await expect(dialog.getByText('有效', { exact: true })).toBeVisible();

  await sets(company, made, { state: 'verifying', review_state: 'running', scan_state: 'passed' });
  await page.reload();
  await menuOf(page, '发布会开场片', '修改');
  await dialog.getByRole('button', { name: '取消分享' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '取消分享' }).click();
  await expect(dialog).toBeHidden();
  expect((await person.call(link.page, {})).total).toBe(0);
});

test('whoever may not share outside is told what they can do instead, and asks for it', async ({ signedIn: page, person, company }) => {
  const leader = await company.person();
  await leader.call(calls.user.acknowledgeAgreement, {});
  const groupName = `发布会专项组 ${randomBytes(3).toString('hex')}`;
  const group = await leader.call(calls.group.createGroup, { groupName, preallocatedSize: 2 ** 28 });
  await leader.folder('媒体名单', group.groupId);
  await leader.call(calls.group.addMembers, { groupId: group.groupId, members: [{ kind: 'person', id: person.userId, level: 'edit' }] });
  await page.goto(`/disk/groupFile/${group.groupId}`);
  await menuOf(page, '媒体名单', '外链分享');
  const dialog = page.getByRole('dialog', { name: '创建外链：媒体名单' });
  await expect(dialog).toContainText('你没有对外分享的权限，请使用内部共享或申请权限');
  await dialog.getByRole('button', { name: '使用内部共享' }).click();
  await expect(page.getByRole('dialog', { name: '共享「媒体名单」' })).toBeVisible();
  await page.keyboard.press('Escape');
  await menuOf(page, '媒体名单', '外链分享');
  await dialog.getByRole('button', { name: '申请权限' }).click();
  const ask = page.getByRole('dialog', { name: /申请/ });
  await ask.getByRole('button', { name: '发送申请' }).click();
  await expect(ask).toBeHidden();
  const [request] = await person.call(calls.access.mine, {});
  expect(request?.item).toBe('share');
});

test('a right lost while the form was open ends in the same message', async ({ signedIn: page, person, company }) => {
  const leader = await company.person();
  const groupName = `品牌组 ${randomBytes(3).toString('hex')}`;
  const group = await leader.call(calls.group.createGroup, { groupName, preallocatedSize: 2 ** 28 });
  await leader.folder('主视觉', group.groupId);
  const member = { kind: 'person', id: person.userId } as const;
  await leader.call(calls.group.addMembers, { groupId: group.groupId, members: [{ ...member, level: 'externalSharing' }] });
  await page.goto(`/disk/groupFile/${group.groupId}`);
  await menuOf(page, '主视觉', '外链分享');
  const dialog = page.getByRole('dialog', { name: '创建外链：主视觉' });
  await expect(dialog.getByRole('button', { name: '创建外链' })).toBeVisible();
  await leader.call(calls.group.addMembers, { groupId: group.groupId, members: [{ ...member, level: 'edit' }] });
  await dialog.getByRole('button', { name: '创建外链' }).click();
  await expect(dialog).toContainText('你没有对外分享的权限，请使用内部共享或申请权限');
  await expect(dialog.getByRole('button', { name: '申请权限' })).toBeVisible();
});

test('tabs, search, sort and pages stay in the address, for reload and back', async ({ signedIn: page, person, company }) => {
  for (let n = 1; n <= 12; n += 1)
    await linkTo(
      company,
      person,
      (await person.folder(`资料 ${String(n).padStart(2, '0')}`)).instanceId,
      n === 12 ? { note: '仅供投标' } : {},
      {
        visits: n,
        ...(n <= 2 && { state: 'failed', reason: 'refused', reason_text: '含手机号' }),
      },
    );
  await page.goto('/disk/mySharing?size=10');
  await expect(page.getByText('共 12 条')).toBeVisible();
  await expect(page.getByText('失败 2', { exact: true })).toBeVisible();
  await page.getByRole('columnheader', { name: '访问' }).click();
  await page.getByRole('columnheader', { name: '访问' }).click();
  const first = page.getByRole('row').nth(1);
  await expect(first).toContainText(/资料 (01|12)/);
  await page.getByRole('button', { name: '下一页' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByText('失败 2', { exact: true }).click();
  await expect(page.getByText('共 2 条')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('共 12 条')).toBeVisible();
  await page.getByPlaceholder('名称或备注').fill('投标');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(first).toContainText('资料 12');
  await page.getByPlaceholder('名称或备注').fill('没有这样的');
  await page.getByRole('button', { name: '清除筛选' }).click();
  await expect(page.getByText('共 12 条')).toBeVisible();
});

test('by keyboard: rename, visitors, withdraw; nothing selected is a warning; several are extended and withdrawn together', async ({
  signedIn: page,
  person,
  company,
}) => {
  const names = ['甲方案', '乙方案', '丙方案'];
  for (const name of names) await linkTo(company, person, (await person.folder(name)).instanceId, { validity: '3d' });
  await page.goto('/disk/mySharing');
  await expect(page.getByRole('row')).toHaveCount(4);
  await rowOf(page, '甲方案').focus();
  await page.keyboard.press('Delete');
  await expect(page.getByText('请选择要删除的数据')).toBeVisible();

  await rowOf(page, '甲方案').click();
  await page.keyboard.press('F2');
  const rename = page.getByRole('dialog', { name: '重命名外链' });
  await rename.getByRole('textbox', { name: '名称' }).fill('甲方案（对外）');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, '甲方案（对外）')).toBeVisible();
  expect((await person.names()).toSorted()).toEqual(names.toSorted());

  await rowOf(page, '甲方案（对外）').click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: '访问记录' })).toContainText('还没有人访问');
  await page.getByRole('button', { name: '关闭访问记录' }).click();

  await page.getByRole('checkbox', { name: '选择本页' }).click();
  const bar = page.getByRole('toolbar', { name: '所选外链的操作' });
  await bar.getByRole('button', { name: '延长有效期' }).click();
  const extend = page.getByRole('dialog', { name: '延长 3 个外链的有效期' });
  await extend.getByText('3 个月', { exact: true }).click();
  await extend.getByRole('button', { name: '延长 3 个外链' }).click();
  await expect(page.getByText('已更新 3 个外链的有效期')).toBeVisible();
  expect((await person.call(link.page, {})).items.map(({ validity }) => validity)).toEqual(['3m', '3m', '3m']);
  await bar.getByRole('button', { name: '二维码' }).click();
  await expect(page.getByRole('dialog', { name: '二维码' }).getByRole('img')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: '撤回' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '撤回 3 个外链' }).click();
  await expect(page.getByText('还没有外链')).toBeVisible();
});

test('the sharer sees who came, from where, and what they took, and saves it as a table without formulas', async ({
  signedIn: page,
  person,
  company,
}) => {
  const colleague = await company.person();
  const made = await linkTo(
    company,
    person,
    (await person.folder('供应商资料')).instanceId,
    { visitLimit: 200 },
    { visits: 3, downloads: 1 },
  );
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await visit(company, made, { address: '218.75.16.204', agent: iPhone, at: at(5), took: [['download', '=报价单.xlsx']] });
  await visit(company, made, {
    address: '10.0.0.8',
    at: at(9),
    person: colleague,
    took: [
      ['preview', 'a.pdf'],
      ['preview', 'b.pdf'],
    ],
  });
  await visit(company, made, { address: '101.88.4.19', at: at(3 * 24 * 60) });
  await page.goto('/disk/mySharing');
  await rowOf(page, '供应商资料').dblclick();
  const drawer = page.getByRole('region', { name: '访问记录' });
  await expect(drawer.getByText('3 / 200')).toBeVisible();
  await expect(drawer.getByText('下载「=报价单.xlsx」')).toBeVisible();
  await drawer.getByRole('button', { name: '预览 2 项' }).click();
  await expect(drawer.getByText('预览「b.pdf」')).toBeVisible();
  const saving = page.waitForEvent('download');
  await drawer.getByRole('button', { name: '导出' }).click();
  const file = await (await saving).createReadStream();
  let text = '';
  for await (const chunk of file) text += String(chunk);
  expect(text.split('\r\n')).toHaveLength(5);
  expect(text).not.toMatch(/,"[=+@-]/);

  await drawer.getByRole('button', { name: '撤回' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('最近 7 天有 3 次访问');
  await page.getByRole('alertdialog').getByRole('button', { name: '撤回 1 个外链' }).click();
  await expect(drawer).toHaveCount(0);
});

test('a link withdrawn elsewhere leaves the list by itself, and an open form says so', async ({ signedIn: page, person, company }) => {
  const made = await linkTo(company, person, (await person.folder('白皮书')).instanceId);
  await page.goto('/disk/mySharing');
  await menuOf(page, '白皮书', '修改');
  const dialog = page.getByRole('dialog', { name: '修改外链：白皮书' });
  await expect(dialog.getByText('有效', { exact: true })).toBeVisible();
  await person.call(link.remove, { linkPaths: [made.linkPath] });
  await expect(dialog).toContainText('外链已不存在，可能已被撤回。');
  await page.keyboard.press('Escape');
  await expect(page.getByText('还没有外链')).toBeVisible();
});

test('the details and the access list show the links of an item, and whoever manages it withdraws those of others', async ({
  signedIn: page,
  person,
  company,
}) => {
  const member = await company.person();
  await company.database.updateTable('user_account').set({ real_name: '周牧' }).where('id', '=', member.userId).execute();
  const groupName = `专项组 ${randomBytes(3).toString('hex')}`;
  const group = await person.call(calls.group.createGroup, { groupName, preallocatedSize: 2 ** 28 });
  const folder = await person.folder('视觉规范', group.groupId);
  await person.call(calls.group.addMembers, {
    groupId: group.groupId,
    members: [{ kind: 'person', id: member.userId, level: 'externalSharing' }],
  });
  await linkTo(company, member, folder.instanceId);
  await linkTo(company, person, folder.instanceId, { name: '给印刷厂' });
  await page.goto(`/disk/groupFile/${group.groupId}`);
  await menuOf(page, '视觉规范', '详情');
  const drawer = page.getByRole('region', { name: '详情' });
  await expect(drawer.getByText('由周牧创建')).toBeVisible();
  await expect(drawer.getByText('给印刷厂')).toBeVisible();
  await drawer.getByRole('tab', { name: '权限' }).click();
  await drawer.getByRole('listitem').filter({ hasText: '由周牧创建' }).getByRole('button', { name: /^撤回/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '撤回 1 个外链' }).click();
  await expect(drawer.getByText('由周牧创建')).toHaveCount(0);
  await expect(drawer.getByText('给印刷厂')).toBeVisible();
  expect((await member.call(link.page, {})).total).toBe(0);
});

/** A list with every state, in which the screens are looked at. */
async function filled(company: Company, person: Person): Promise<void> {
  const ago = (days: number) => fromNow(-days);
  const file = async (name: string) => (await person.uploads('内容', name)).instanceId;
  const folder = async (name: string) => (await person.folder(name)).instanceId;
  const both = { permissions: ['preview', 'download'] } as const;
  const made = async (id: string, row: Row, input: Partial<InputOf<typeof link.createOrUpdate>> = {}) =>
    linkTo(company, person, id, { permissions: [...both.permissions], ...input }, row);
  await made(await file('总部三层平面图_A1.dwg'), { created_at: ago(27), visits: 5, downloads: 2, expires_at: ago(1) });
  await made(await file('媒体素材包_秋季.zip'), { created_at: ago(25), visits: 200, visit_limit: 200, downloads: 143, saves: 8 });
  await made(await folder('品牌升级 2026'), { created_at: ago(21), visits: 210, downloads: 77, saves: 12 }, { validity: 'employment' });
  await made(await file('2026 年度预算模型.xlsx'), { created_at: ago(14), visits: 3, downloads: 1, state: 'failed', reason: 'sensitive' });
  await made(await file('云阁_产品白皮书_v3.2.pdf'), {
    created_at: ago(12),
    expires_at: fromNow(24.2),
    visits: 1284,
    downloads: 602,
    saves: 41,
  });
  const pack = await made(await folder('供应商资料'), {
    created_at: ago(11),
    expires_at: fromNow(1.6),
    visits: 46,
    visit_limit: 200,
    downloads: 18,
    saves: 3,
  });
  await made(await file('新员工入职手册 2026 修订.docx'), {
    created_at: ago(8),
    state: 'failed',
    reason: 'refused',
    reason_text: '附录含员工手机号',
  });
  await made(await folder('投标文件收集'), { created_at: ago(7), expires_at: fromNow(12.2), visits: 7 }, { permissions: ['upload'] });
  await made(await file('发布会主视觉_晨雾.png'), { created_at: ago(6), expires_at: fromNow(5.3), visits: 9, downloads: 4 });
  await made(await file('发布会开场片_4K_终稿.mp4'), {
    created_at: ago(0.01),
    state: 'verifying',
    scan_state: 'running',
    scan_done: 2,
    scan_total: 12,
    review_state: 'waiting',
  });
  await made(await folder('产品发布会物料'), { state: 'verifying', scan_state: 'passed', review_state: 'running' });
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await visit(company, pack, { address: '218.75.16.204', agent: iPhone, at: at(0.1), took: [['download', '报价单_2026Q4.xlsx']] });
  await visit(company, pack, {
    address: '218.75.16.204',
    agent: iPhone,
    at: at(0.2),
    took: [
      ['preview', 'a.pdf'],
      ['preview', 'b.pdf'],
    ],
  });
  await visit(company, pack, { address: '10.0.0.8', at: at(30), person, took: [['save', '报价单_2026Q4.xlsx']] });
}

for (const walk of walks)
  test(`in ${walk.locale}: the list, the visitors and the dialog in both looks, without a fault for assistive technology`, async ({
    browser,
    company,
    person,
  }) => {
    test.setTimeout(300_000);
    await company.database.updateTable('user_account').set({ real_name: '林若溪' }).where('id', '=', person.userId).execute();
    await filled(company, person);
    await person.folder('展台设计');
    const page = await openWalk(browser, person, walk);
    const [zh, phone] = [walk.locale === 'zh-CN', walk.looks[0].width === 390];
    const says = (chinese: string, english: string) => (zh ? chinese : english);
    const faultless = async () => expect(await everyFault(page)).toEqual([]);
    const opens = async (name: string, entry: string) => {
      const row = rowOf(page, name);
      if (phone) await row.getByRole('button', { name: says('更多', 'More') }).click();
      else await row.click({ button: 'right' });
      await page.getByRole('menuitem', { name: entry }).click();
    };
    await page.goto('/disk/mySharing');
    await expect(rowOf(page, '产品发布会物料')).toBeVisible();
    await inBothLooks(page, walk, 'my-sharing', faultless);
    if (!phone) {
      await rowOf(page, '供应商资料').getByRole('checkbox').click();
      await rowOf(page, '发布会主视觉').getByRole('checkbox').click();
      await inBothLooks(page, walk, 'my-sharing-selected', faultless);
      await page.keyboard.press('Escape');
    }
    await opens('供应商资料', says('访问记录', 'Visitors'));
    await expect(page.getByText('218.75.16.204').first()).toBeVisible();
    await inBothLooks(page, walk, 'my-sharing-visitors', faultless);
    await page.getByRole('button', { name: says('关闭访问记录', 'Close visitors') }).click();
    await opens('产品发布会物料', says('修改', 'Edit'));
    await expect(page.getByText(says('等待审核人处理', 'Waiting for a reviewer'))).toBeVisible();
    await inBothLooks(page, walk, 'link-verifying', faultless);
    await page.keyboard.press('Escape');
    await opens('供应商资料', says('修改', 'Edit'));
    await expect(page.getByRole('img', { name: says('「供应商资料」的二维码', 'QR code of “供应商资料”') })).toBeVisible();
    await inBothLooks(page, walk, 'link-open', faultless);
    await page.keyboard.press('Escape');

    await page.goto('/disk/personalFile');
    await opens('展台设计', says('外链分享', 'External link'));
    const create = page.getByRole('button', { name: says('创建外链', 'Create link') });
    await expect(create).toBeVisible();
    await inBothLooks(page, walk, 'link-create', faultless);
    await page.getByText(says('自定义', 'Custom'), { exact: true }).click();
    await create.click();
    await expect(page.getByText(says('请选择最后一天', 'Choose the last day'))).toBeVisible();
    await inBothLooks(page, walk, 'link-fault', faultless);
    await page.context().close();
  });
