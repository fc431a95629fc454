import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { createDepartment } from '../apps/server/src/departments/index.ts';
import { adminPassword } from '../apps/server/src/testing/index.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';
import { calls } from '../packages/contract/src/index.ts';
import { faults } from './axe.ts';
import { expect, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
/** A row in the list of departments; anchored, because other rows name it as their parent. */
const spaceRow = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
const put = (company: Company, person: Person, departmentId: string | null) =>
  company.database.updateTable('user_account').set({ department_id: departmentId }).where('id', '=', person.userId).execute();
async function admin(company: Company) {
  const client = company.visitor();
  await client.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  return client;
}
const named = async (company: Company, departmentId: string, ...people: Person[]) =>
  (await admin(company)).call(calls.adminDepartment.setManagers, { departmentId, userIds: people.map(({ userId }) => userId) });

/** A company with three department levels: a manager, and the reader in the middle one. */
async function company3(company: Company, reader: Person) {
  const mark = randomUUID().slice(0, 4);
  const names = { top: `云阁科技_${mark}`, middle: '产品设计部', team: '设计一组', other: '财务部' };
  const top = await createDepartment(company.database, { name: names.top, parentId: null });
  const middle = await createDepartment(company.database, { name: names.middle, parentId: top });
  const team = await createDepartment(company.database, { name: names.team, parentId: middle });
  const other = await createDepartment(company.database, { name: names.other, parentId: top });
  const manager = await company.person();
  await company.database.updateTable('user_account').set({ real_name: '赵敏' }).where('id', '=', manager.userId).execute();
  await put(company, reader, middle);
  await named(company, middle, manager);
  const rootId = (await manager.call(calls.department.querySpaces, {})).find((space) => space.departmentId === middle)!.rootId;
  await manager.folder('设计规范', rootId);
  await manager.uploads('字体与颜色', '规范说明.txt', rootId);
  return { ids: { top, middle, team, other }, names, manager, rootId };
}

test('someone in no department is told so; in one, the list names what one may see, and a space opens, keeps its place, reloads, and leads back', async ({
  signedIn: page,
  person,
  company,
}) => {
  await page.goto('/disk/departmentFile');
  await expect(page.getByText('还没有你能访问的部门文件')).toBeVisible();
  const { names, rootId } = await company3(company, person);
  await page.reload();
  await expect(spaceRow(page, names.middle)).toContainText('我的部门');
  await expect(page.getByText(names.middle, { exact: true })).toBeVisible();
  await expect(spaceRow(page, names.middle)).toContainText('赵敏');
  await expect(spaceRow(page, names.middle)).toContainText('仅预览');
  await expect(spaceRow(page, names.top)).toContainText('还没有管理者');
  for (const hidden of [names.team, names.other]) await expect(page.getByText(hidden)).toHaveCount(0);

  await spaceRow(page, names.middle).dblclick();
  await expect(page).toHaveURL(new RegExp(`/departmentFile/${rootId}$`));
  await expect(page.getByRole('heading', { name: names.middle, level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: '上传', exact: true })).toBeDisabled();
  await row(page, '设计规范').dblclick();
  await expect(page.getByRole('heading', { name: '设计规范', level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: '设计规范', level: 1 })).toBeVisible();

  await page.getByRole('link', { name: '个人文件' }).click();
  await expect(page).toHaveURL(/personalFile/);
  await page.getByRole('link', { name: '部门文件' }).click();
  await expect(page.getByRole('heading', { name: '设计规范', level: 1 })).toBeVisible();
  await page.getByRole('navigation', { name: '位置' }).getByRole('button', { name: '部门文件' }).click();
  await expect(spaceRow(page, names.middle)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: '设计规范', level: 1 })).toBeVisible();

  // By keyboard: opened, and back up.
  await page.goForward();
  await spaceRow(page, names.middle).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: names.middle, level: 1 })).toBeVisible();
  await row(page, '设计规范').focus();
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('heading', { name: '部门文件', level: 1 })).toBeVisible();
});

test('who may see one department only is in it at once', async ({ signedIn: page, person, company }) => {
  const departmentId = await createDepartment(company.database, { name: `独立部门_${randomUUID().slice(0, 4)}`, parentId: null });
  await named(company, departmentId, person);
  await page.goto('/disk/departmentFile');
  await expect(page.getByRole('heading', { name: /独立部门/, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: '新建文件夹' }).first().click();
  await page.getByRole('textbox', { name: '名称' }).fill('会议纪要');
  await page.keyboard.press('Enter');
  await expect(row(page, '会议纪要')).toBeVisible();
  await expect.poll(async () => person.names((await person.call(calls.department.querySpaces, {}))[0]!.rootId)).toEqual(['会议纪要']);
});

test('a manager names another, who may write from then on; an ended department only reads', async ({ signedIn: page, person, company }) => {
  const { ids, names, rootId } = await company3(company, person);
  await named(company, ids.top, person);
  await named(company, ids.middle, person);
  await (await admin(company)).call(calls.adminDepartment.end, { departmentId: ids.other });
  const next = await company.person();
  await company.database
    .updateTable('user_account')
    .set({ real_name: `林若溪${next.userId.slice(-4)}` })
    .where('id', '=', next.userId)
    .execute();
  await page.goto('/disk/departmentFile');
  await spaceRow(page, names.middle).click({ button: 'right' });
  await page.getByRole('menuitem', { name: '设置管理者…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill(next.accountName);
  await dialog.getByRole('option').first().click();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('管理者已更新')).toBeVisible();
  await next.folder('新管理者的', rootId);

  // Those who keep the files of an ended department see that it is one.
  await expect(spaceRow(page, '财务部')).toContainText('已撤销');
  await spaceRow(page, '财务部').dblclick();
  await expect(page.getByRole('heading', { name: '财务部', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: '新建文件夹' }).first()).toBeDisabled();
});

for (const walk of walksOf('phone'))
  test(`the list of departments and a space have no fault, ${walk.locale}`, async ({ page, person, company }) => {
    const { ids, names, manager } = await company3(company, person);
    await named(company, ids.middle, manager, person);
    await (await admin(company)).call(calls.adminDepartment.end, { departmentId: ids.team });
    await startWalk(page, person, walk);
    await page.goto('/disk/departmentFile');
    await expect(spaceRow(page, names.middle)).toBeVisible();
    await page.mouse.move(195, 800);
    const look = (name: string) => inBothLooks(page, walk, name, async () => expect(await faults(page), name).toEqual([]));
    await look('departments');
    if (walk.looks[0].width === 390) await spaceRow(page, names.top).click();
    else await spaceRow(page, names.top).dblclick();
    await expect(page.getByText(walk.locale === 'zh-CN' ? '这里还没有文件' : 'Nothing here yet')).toBeVisible();
    await look('department');
  });
