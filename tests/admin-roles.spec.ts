/** Company roles and file roles: what a change does is shown before it is saved. */
import { calls, defaultRoleItems } from '../packages/contract/src/index.ts';
import { noFault, officer, saveChanges } from './admin.ts';
import { everyFaultInBothColors } from './axe.ts';
import { expect, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

for (const walk of walksOf('desktop'))
  test(`a role is created, changed with its changes counted, kept from being lost, and deleted with a replacement (${walk.locale})`, async ({
    page,
    company,
    person,
  }) => {
    const admin = await officer(company, person, 'roles.view', 'roles.edit', 'roles.assign', 'people.view');
    const zh = walk.locale === 'zh-CN';
    await startWalk(page, person, walk);
    await page.goto(`${person.origin}/disk/admin/roles`);
    const list = page.getByRole('navigation', { name: zh ? '角色列表' : 'Roles' });
    await expect(list).toContainText(zh ? '普通员工' : 'Employee');
    await inBothLooks(page, walk, 'admin-roles', noFault(page));
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
    await inBothLooks(page, walk, 'admin-role', noFault(page));
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
  });

for (const walk of walksOf('phone'))
  test(`a file role is edited after its effect was shown, and not before (${walk.locale})`, async ({ page, company, person }) => {
    const admin = await officer(company, person, 'roles.view', 'fileRoles.edit');
    const zh = walk.locale === 'zh-CN';
    const [leader, member] = [await company.person(), await company.person()];
    const { groupId } = await leader.call(calls.group.createGroup, { groupName: `roles ${Date.now()}`, preallocatedSize: 2 ** 20 });
    const named = { kind: 'person' as const, id: member.userId, level: 'download' as const };
    await leader.call(calls.group.addMembers, { groupId, members: [named] });
    const { name } = (await leader.call(calls.group.queryMembers, { groupId })).items.find(({ id }) => id === member.userId)!;
    const rights = async () => (await member.call(calls.instance.queryInstanceDetail, { instanceId: groupId })).fileAuth;
    await startWalk(page, person, walk);
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
    if (phone) expect(await everyFaultInBothColors(page)).toEqual([]);
    else await inBothLooks(page, walk, 'admin-file-role', noFault(page));
    expect(await rights()).toContain('download');
    await last.click();
    await expect(page.getByText(zh ? '没有改动' : 'No changes')).toBeVisible();
    expect([(await rights()).includes('download'), (await rights()).includes('tag')]).toEqual([false, true]);
    const { items } = await admin.call(calls.adminFileRole.page, {});
    const { items: before } = items.find(({ role }) => role === 'downloader')!;
    expect(before).toContain('tag');
    await admin.call(calls.adminFileRole.update, { role: 'downloader', items: [...defaultRoleItems.downloader], before });
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
