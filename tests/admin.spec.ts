import type { Locator, Page } from '@playwright/test';
import { calls, defaultRoleItems } from '../packages/contract/src/index.ts';
import type { AdminItem } from '../packages/contract/src/index.ts';
import { adminPassword } from '../apps/server/src/testing/index.ts';
import type { Client, Company, Person } from '../apps/server/src/testing/index.ts';
import { written } from '../apps/server/src/sheets/sheets.test-support.ts';
import { everyFault } from './axe.ts';
import { expect, test } from './company.ts';
import { inBothColors, inBothLooks, openWalk, walks } from './looks.ts';

let made = 0;

async function administrator(company: Company): Promise<Client> {
  const admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  return admin;
}

/** Saves a role. A phone shows the effect of the changes first, and asks again. */
async function saveChanges(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  if (page.viewportSize()!.width < 760) await page.getByRole('dialog').getByRole('button', { name: label }).click();
}

const noFault = (page: Page) => async (): Promise<void> => expect(await everyFault(page)).toEqual([]);

/** Gives a person a new role with these items besides Employee. */
async function officer(company: Company, person: Person, ...adminItems: AdminItem[]): Promise<Client> {
  const admin = await administrator(company);
  const { items } = await admin.call(calls.adminRole.page, {});
  const employee = items.find(({ builtIn }) => builtIn === 'employee')!.roleId;
  const role = { name: `人事 ${(made += 1)} ${Date.now()}`, type: 'ordinary' as const, adminItems, fileItems: [] };
  const { roleId } = await admin.call(calls.adminRole.create, role);
  await admin.call(calls.adminRole.assign, { userIds: [person.userId], roleIds: [employee, roleId] });
  return admin;
}

/** A phone has a button for the menu; the desktop opens it by a right click. */
async function openMenu(row: Locator): Promise<void> {
  if (row.page().viewportSize()!.width > 760) await row.click({ button: 'right' });
  else await row.getByRole('button', { name: /更多|More/ }).click();
}

for (const walk of walks)
  test(`an officer creates a colleague, hands over the password once, suspends them and lets them in again (${walk.locale})`, async ({
    browser,
    company,
    person,
  }) => {
    await officer(
      company,
      person,
      'people.view',
      'people.create',
      'people.edit',
      'people.freeze',
      'people.resetPassword',
      'people.sessions',
    );
    const zh = walk.locale === 'zh-CN';
    const page = await openWalk(browser, person, walk);
    await page.goto(`${person.origin}/disk/personalFile`);
    await page.getByRole('banner').getByRole('button').last().click();
    await page.getByRole('menuitem', { name: zh ? '管理后台' : 'Administration' }).click();
    await expect(page).toHaveURL(/\/disk\/admin\/people/);
    const row = page.getByRole('row').filter({ hasText: person.accountName });
    await expect(row).toBeVisible();
    await inBothLooks(page, walk, 'admin-people', async () => expect(await everyFault(page)).toEqual([]));

    const create = zh ? '新建用户' : 'New person';
    await page.getByRole('button', { name: create }).click();
    const form = page.getByRole('dialog', { name: create });
    await form.getByRole('button', { name: create }).click();
    await expect(form.getByRole('textbox', { name: zh ? '姓名' : 'Full name' })).toBeFocused();
    await form.getByRole('textbox', { name: zh ? '姓名' : 'Full name' }).fill('顾言');
    const accountName = `gu_yan_${Date.now()}`;
    await form.getByRole('textbox', { name: zh ? '账号' : 'Account' }).fill('gu-yan');
    await form.getByRole('button', { name: create }).click();
    await expect(form.getByRole('textbox', { name: zh ? '账号' : 'Account' })).toHaveAttribute('aria-invalid', 'true');
    await inBothLooks(page, walk, 'admin-person', async () => expect(await everyFault(page)).toEqual([]));
    await form.getByRole('textbox', { name: zh ? '账号' : 'Account' }).fill(accountName);
    await form.getByRole('button', { name: create }).dblclick();
    const given = page.getByRole('dialog', { name: /顾言/ });
    const password = await given.locator('code').innerText();
    await inBothLooks(page, walk, 'admin-password', async () => expect(await everyFault(page)).toEqual([]));
    await given.getByRole('button', { name: zh ? '我已记下' : 'Done' }).click();
    await expect(page.getByText(password)).toHaveCount(0);

    await page.getByPlaceholder(zh ? '姓名、拼音、账号或手机' : 'Name, account or phone').fill('guyan');
    const theirs = page.getByRole('row').filter({ hasText: accountName });
    await expect(theirs).toBeVisible();
    const newcomer = company.visitor();
    await newcomer.call(calls.user.signIn, { username: accountName, password });
    await openMenu(theirs);
    await page.getByRole('menuitem', { name: zh ? '登录设备' : 'Sessions' }).click();
    const sessions = page.getByRole('dialog', { name: zh ? '顾言 的登录设备' : 'Sessions of 顾言' });
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await inBothLooks(page, walk, 'admin-sessions', async () => expect(await everyFault(page)).toEqual([]));
    await sessions.getByRole('button', { name: zh ? '结束全部 1 个登录' : 'End all sessions (1)' }).click();
    await expect(sessions.getByRole('listitem')).toHaveCount(0);
    expect((await newcomer.ask(calls.user.currentUser, {})).status).toBe(401);
    await sessions.getByRole('button', { name: zh ? '关闭' : 'Close' }).click();
    await newcomer.call(calls.user.signIn, { username: accountName, password });
    await openMenu(theirs);
    await page.getByRole('menuitem', { name: zh ? '冻结' : 'Suspend' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: zh ? '冻结' : 'Suspend' })
      .click();
    await expect(theirs).toContainText(zh ? '已冻结' : 'Suspended');
    expect((await newcomer.ask(calls.user.currentUser, {})).status).toBe(401);
    await openMenu(theirs);
    await page.getByRole('menuitem', { name: zh ? '解冻' : 'Reactivate' }).click();
    await expect(theirs).not.toContainText(zh ? '已冻结' : 'Suspended');
    await page.context().close();
  });

test('the area shows what the roles name: no entry and a 403 page without, no buttons beyond, and nothing after the role is taken', async ({
  signedIn: page,
  person,
  company,
}) => {
  await page.goto('/disk/personalFile');
  await page.getByRole('button', { name: /^账号/ }).click();
  await expect(page.getByRole('menuitem', { name: '修改密码' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '管理后台' })).toHaveCount(0);
  for (const path of ['/disk/admin', '/disk/admin/people', '/disk/admin/nothing']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: '你没有权限访问这个页面' })).toBeVisible();
  }
  const admin = await officer(company, person, 'people.view');
  await page.goto('/disk/admin');
  await expect(page.getByRole('row').filter({ hasText: person.accountName })).toBeVisible();
  await expect(page.getByRole('button', { name: '新建用户' })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: '主菜单' }).getByRole('link')).toHaveText(['用户管理']);
  await page.goto('/disk/admin/roles');
  await expect(page.getByRole('heading', { name: '你没有权限访问这个页面' })).toBeVisible();
  await page.goto('/disk/admin/nothing');
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible();
  const { items } = await admin.call(calls.adminRole.page, {});
  const employee = items.find(({ builtIn }) => builtIn === 'employee')!.roleId;
  await admin.call(calls.adminRole.assign, { userIds: [person.userId], roleIds: [employee] });
  await page.goto('/disk/admin/people');
  await expect(page.getByRole('heading', { name: '你没有权限访问这个页面' })).toBeVisible();
});

for (const walk of walks)
  test(`a role is created, changed with its changes counted, kept from being lost, and deleted with a replacement (${walk.locale})`, async ({
    browser,
    company,
    person,
  }) => {
    const admin = await officer(company, person, 'roles.view', 'roles.edit', 'roles.assign', 'people.view');
    const zh = walk.locale === 'zh-CN';
    const page = await openWalk(browser, person, walk);
    await page.goto(`${person.origin}/disk/admin/roles`);
    const list = page.getByRole('navigation', { name: zh ? '角色列表' : 'Roles' });
    await expect(list).toContainText(zh ? '普通员工' : 'Employee');
    await inBothLooks(page, walk, 'admin-roles', async () => expect(await everyFault(page)).toEqual([]));
    await page.getByRole('button', { name: zh ? '新建角色' : 'New role' }).click();
    const name = page.getByRole('textbox', { name: zh ? '角色名称' : 'Role name' });
    await page.getByRole('button', { name: zh ? '创建角色' : 'Create role' }).click();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    const given = `Auditor ${walk.locale} ${Date.now()}`;
    await name.fill(given);
    await expect(page.getByRole('checkbox', { name: zh ? '冻结与解冻' : 'Suspend and reactivate' })).toBeDisabled();
    await page.getByRole('checkbox', { name: zh ? '查看用户' : 'View people' }).check();
    await page.getByRole('button', { name: zh ? '创建角色' : 'Create role' }).click();
    await expect(page.getByText(zh ? '没有改动' : 'No changes')).toBeVisible();
    const made = (await admin.call(calls.adminRole.page, {})).items.find((role) => role.name === given)!;
    expect([made.type, made.adminItems, made.fileItems.includes('share')]).toEqual(['ordinary', ['people.view'], false]);

    await page.getByRole('checkbox', { name: zh ? '标签' : 'Tag' }).uncheck();
    await page.getByRole('checkbox', { name: zh ? '查看角色' : 'View roles' }).check();
    await expect(page.getByText(zh ? '2 项更改未保存' : '2 unsaved changes')).toBeVisible();
    await inBothLooks(page, walk, 'admin-role', async () => expect(await everyFault(page)).toEqual([]));
    if (page.viewportSize()!.width > 760) await list.getByRole('button').first().click();
    else await page.getByRole('button', { name: zh ? '角色列表' : 'All roles' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: zh ? '继续编辑' : 'Keep editing' })
      .click();
    await saveChanges(page, zh ? '保存 2 项更改' : 'Save 2 changes');
    await expect(page.getByText(zh ? '没有改动' : 'No changes')).toBeVisible();
    const holder = await company.person();
    await admin.call(calls.adminRole.assign, { userIds: [holder.userId], roleIds: [made.roleId] });
    await page.reload();
    await page.getByRole('button', { name: zh ? '删除角色' : 'Delete role' }).click();
    const dialog = page.getByRole('dialog', { name: given });
    await expect(dialog).toContainText(zh ? '有 1 人拥有这个角色' : '1 person has this role');
    await dialog.getByRole('button', { name: zh ? '删除' : 'Delete' }).click();
    await expect(page.getByText(zh ? '已删除角色' : 'The role was deleted')).toBeVisible();
    await expect(list.getByText(given)).toHaveCount(0);
    const own = await holder.call(calls.user.currentUser, {});
    expect([own.adminItems, own.permissions.includes('tag')]).toEqual([[], true]);
    await page.context().close();
  });

for (const walk of walks)
  test(`a file role is edited after its effect was shown, and not before (${walk.locale})`, async ({ browser, company, person }) => {
    const admin = await officer(company, person, 'roles.view', 'fileRoles.edit');
    const zh = walk.locale === 'zh-CN';
    const [leader, member] = [await company.person(), await company.person()];
    const { groupId } = await leader.call(calls.group.createGroup, { groupName: `roles ${Date.now()}`, preallocatedSize: 2 ** 20 });
    const named = { kind: 'person' as const, id: member.userId, level: 'download' as const };
    await leader.call(calls.group.addMembers, { groupId, members: [named] });
    const { name } = (await leader.call(calls.group.queryMembers, { groupId })).items.find(({ id }) => id === member.userId)!;
    const rights = async () => (await member.call(calls.instance.queryInstanceDetail, { instanceId: groupId })).fileAuth;
    const page = await openWalk(browser, person, walk);
    const phone = page.viewportSize()!.width < 760;
    await page.goto(`${person.origin}/disk/admin/roles`);
    await page.getByText(zh ? '文件角色' : 'File roles', { exact: true }).click();
    const list = page.getByRole('navigation', { name: zh ? '文件角色列表' : 'File roles' });
    const choose = async (role: string): Promise<void> => {
      await list.getByRole('button', { name: new RegExp(`^${role}( |\\d)`) }).click();
      await expect(page.getByRole('heading', { level: 2, name: role, exact: true })).toBeVisible();
    };
    await inBothLooks(page, walk, 'admin-file-roles', noFault(page));
    await choose(zh ? '下载' : 'Download');
    await page.route('**/fileRole/preview', (route) => route.abort());
    await page.getByRole('checkbox', { name: zh ? '下载' : 'Download' }).press(' ');
    await page.getByRole('checkbox', { name: zh ? '标签' : 'Tag' }).check();
    const save = page.getByRole('button', { name: zh ? '保存 2 项更改' : 'Save 2 changes' });
    if (phone) await save.click();
    const effects = phone
      ? page.getByRole('dialog', { name: zh ? '这次更改的影响' : 'What this change does' })
      : page.getByRole('complementary', { name: zh ? '这次更改的影响' : 'What this change does' });
    const last = phone ? effects.getByRole('button', { name: zh ? '保存 2 项更改' : 'Save 2 changes' }) : save;
    await expect(effects.getByRole('alert')).toBeVisible();
    await expect(last).toBeDisabled();
    await page.unroute('**/fileRole/preview');
    await effects.getByRole('button', { name: zh ? '重试' : 'Retry' }).click();
    const lost = effects.getByRole('region', { name: zh ? '下载' : 'Download', exact: true });
    await expect(lost).toContainText(zh ? '失去' : 'Lose');
    await expect(effects.getByRole('region', { name: zh ? '标签' : 'Tag' })).toContainText(name);
    await (phone ? inBothColors(page, noFault(page)) : inBothLooks(page, walk, 'admin-file-role', noFault(page)));
    expect(await rights()).toContain('download');
    await last.click();
    await expect(page.getByText(zh ? '没有改动' : 'No changes')).toBeVisible();
    expect([(await rights()).includes('download'), (await rights()).includes('tag')]).toEqual([false, true]);
    const { items } = await admin.call(calls.adminFileRole.page, {});
    const { items: before } = items.find(({ role }) => role === 'downloader')!;
    expect(before).toContain('tag');
    await admin.call(calls.adminFileRole.update, { role: 'downloader', items: [...defaultRoleItems.downloader], before });
    await page.context().close();
  });

test('what is fixed in a file role cannot be clicked, and who may only see roles changes nothing', async ({
  company,
  person,
  signedIn: page,
}) => {
  await officer(company, person, 'roles.view', 'fileRoles.edit');
  await page.goto(`${person.origin}/disk/admin/roles?tab=file&role=forbidden`);
  await expect(page.getByRole('checkbox')).toHaveCount(20);
  await expect(page.getByRole('checkbox', { disabled: false })).toHaveCount(0);
  await page
    .getByRole('navigation', { name: '文件角色列表' })
    .getByRole('button', { name: /^管理 ?\d/ })
    .click();
  await expect(page.getByRole('checkbox', { name: '人员管理' })).toBeDisabled();
  await expect(page.getByRole('checkbox', { disabled: false })).toHaveCount(19);
  await officer(company, person, 'roles.view');
  await page.reload();
  await expect(page.getByText('你没有「编辑文件角色」权限，只能查看。')).toBeVisible();
  await expect(page.getByRole('checkbox', { disabled: false })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '保存' })).toHaveCount(0);
});

for (const walk of walks)
  test(`from an empty company: departments, people in them, one moved by the menu and one by dragging (${walk.locale})`, async ({
    browser,
    company,
    person,
  }) => {
    await officer(
      company,
      person,
      'people.view',
      'people.create',
      'people.edit',
      'departments.view',
      'departments.create',
      'departments.edit',
      'departments.move',
      'departments.end',
      'departments.quota',
    );
    const zh = walk.locale === 'zh-CN';
    const desk = walk.looks[0].width === 1440;
    const page = await openWalk(browser, person, walk);
    const ends = Date.now().toString(36);
    await page.goto(`${person.origin}/disk/admin/people`);
    const tree = page.getByRole('tree', { name: zh ? '部门' : 'Departments' });
    const openTree = async () => {
      if (!desk) await page.getByRole('button', { name: zh ? '全公司' : 'The whole company' }).click();
    };
    const department = (name: string) => tree.getByRole('treeitem').filter({ hasText: name });
    const dialogOf = (name: string) => page.getByRole('dialog', { name });
    const create = zh ? '新建部门' : 'New department';
    for (const name of [`研发_${ends}`, `市场_${ends}`]) {
      await openTree();
      await page.getByRole('button', { name: create }).click();
      await dialogOf(create)
        .getByLabel(zh ? '部门名称' : 'Name', { exact: true })
        .fill(`${name}!`);
      await dialogOf(create).getByRole('button', { name: create }).click();
      await expect(dialogOf(create).getByLabel(zh ? '部门名称' : 'Name', { exact: true })).toHaveAttribute('aria-invalid', 'true');
      await dialogOf(create)
        .getByLabel(zh ? '部门名称' : 'Name', { exact: true })
        .fill(name);
      await dialogOf(create).getByRole('button', { name: create }).click();
      await expect(dialogOf(create)).toHaveCount(0);
      await expect(department(name)).toBeVisible();
      if (!desk) await page.keyboard.press('Escape');
    }
    const admin = await administrator(company);
    const { items } = await admin.call(calls.adminDepartment.page, {});
    const idOf = (name: string) => items.find((one) => one.name === name)!.departmentId;
    const other = await company.person();
    const people = [person, other];
    await admin.call(calls.adminUser.batch, {
      userIds: people.map(({ userId }) => userId),
      change: { departmentId: idOf(`研发_${ends}`) },
    });
    await page.goto(`${person.origin}/disk/admin/people?department=${idOf(`研发_${ends}`)}`);
    if (desk) await expect(page.getByText(zh ? '2 人，含下级' : '2 people, with sub-departments')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: person.accountName })).toBeVisible();
    await inBothLooks(page, walk, 'admin-department', async () => expect(await everyFault(page)).toEqual([]));
    const row = page.getByRole('row').filter({ hasText: other.accountName });
    if (desk) {
      await row.locator('[draggable]').dragTo(department(`市场_${ends}`));
      await expect(row).toHaveCount(0);
      await department(`市场_${ends}`).dragTo(department(`研发_${ends}`));
      await expect(page.getByText(zh ? '部门已移动' : 'The department was moved')).toBeVisible();
      await expect(row).toBeVisible(); // the list shows those below, too
      await department(`研发_${ends}`).click({ button: 'right' });
      await page.getByRole('menuitem', { name: zh ? '编辑部门' : 'Edit department' }).click();
      const edit = page.getByRole('dialog', { name: zh ? /^编辑部门/ : /^Edit/ });
      await inBothLooks(page, walk, 'admin-department-edit', async () => expect(await everyFault(page)).toEqual([]));
      await edit.getByLabel(zh ? '部门名称' : 'Name', { exact: true }).fill(`研究_${ends}`);
      await edit.getByRole('button', { name: zh ? '保存' : 'Save' }).click();
      await expect(department(`研究_${ends}`)).toBeVisible();
    } else {
      await openMenu(row);
      await page.getByRole('menuitem', { name: zh ? '移动到部门…' : 'Move to a department…' }).click();
      const dialog = page.getByRole('dialog', { name: zh ? '移动 1 人到部门' : 'Move 1 person to a department' });
      await dialog.getByRole('combobox', { name: zh ? '部门' : 'Department' }).fill(`市场_${ends}`);
      await page.getByRole('option', { name: `市场_${ends}` }).click();
      await inBothLooks(page, walk, 'admin-batch', async () => expect(await everyFault(page)).toEqual([]));
      await dialog.getByRole('button', { name: zh ? '修改 1 人' : 'Change 1 person' }).click();
      await expect(row).toHaveCount(0);
    }
    await page.context().close();
  });

for (const walk of walks)
  test(`people come from Excel: errors by cell, a reload in between, and one-time passwords at the end (${walk.locale})`, async ({
    browser,
    company,
    person,
  }) => {
    await officer(company, person, 'people.view', 'people.import', 'people.export');
    const zh = walk.locale === 'zh-CN';
    const page = await openWalk(browser, person, walk);
    const ends = Date.now().toString(36);
    await page.goto(`${person.origin}/disk/admin/people/import`);
    await inBothLooks(page, walk, 'admin-import', async () => expect(await everyFault(page)).toEqual([]));
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: zh ? '选择文件' : 'Choose a file' }).click();
    const head = zh ? ['账号', '姓名', '邮箱'] : ['Account name', 'Full name', 'Email'];
    const sheet = await written([head, [`ann_${ends}`, 'Ann', ''], [`bob-${ends}`, 'Bob', 'bob@'], [`cy_${ends}`, '晨曦', '']], 'xlsx');
    await (await chooser).setFiles({ name: '名单.xlsx', mimeType: 'application/octet-stream', buffer: sheet });
    await expect(page.getByRole('cell', { name: 'A3', exact: true })).toBeVisible();
    await expect(page.getByRole('cell', { name: 'C3', exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('cell', { name: 'C3', exact: true })).toBeVisible();
    await inBothLooks(page, walk, 'admin-import-checked', async () => expect(await everyFault(page)).toEqual([]));
    await page.getByRole('button', { name: zh ? '导入 2 人' : 'Import 2 people' }).click();
    await expect(page.getByRole('heading', { name: zh ? '已创建 2 个账号' : '2 accounts were created' })).toBeVisible();
    await inBothLooks(page, walk, 'admin-import-done', async () => expect(await everyFault(page)).toEqual([]));
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: zh ? '下载一次性密码' : 'Download one-time passwords' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
    await page.getByRole('link', { name: zh ? '查看用户' : 'Show people' }).click();
    await page.getByPlaceholder(zh ? '姓名、拼音、账号或手机' : 'Name, account or phone').fill(`cy_${ends}`);
    await expect(page.getByRole('row').filter({ hasText: `cy_${ends}` })).toContainText('晨曦');
    await page.context().close();
  });
