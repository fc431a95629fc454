import type { Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { createDepartment } from '../apps/server/src/departments/index.ts';
import { personSearchText } from '../apps/server/src/search-text.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';
import { calls, eventsPath, type Group, type GroupLevel } from '../packages/contract/src/index.ts';
import { faults, faultsInBothColors } from './axe.ts';
import { byOtherName, expect, follow, pageBeside, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

const { group } = calls;
const MB = 2 ** 20;
const unique = (name: string) => `${name} ${randomBytes(3).toString('hex')}`;

async function colleague(company: Company, realName: string, departmentId?: string): Promise<Person> {
  const person = await company.person();
  await person.call(calls.user.acknowledgeAgreement, {});
  await person.call(calls.notice.markRead, { all: true });
  const names = { realName, accountName: person.accountName };
  await company.database
    .updateTable('user_account')
    .set({
      real_name: realName,
      search_text: await personSearchText(names),
      ...(departmentId !== undefined && { department_id: departmentId }),
    })
    .where('id', '=', person.userId)
    .execute();
  return person;
}
const add = (leader: Person, { groupId }: Group, who: readonly Person[], level: GroupLevel = 'edit') =>
  leader.call(group.addMembers, { groupId, members: who.map(({ userId: id }) => ({ kind: 'person' as const, id, level })) });
const made = (leader: Person, groupName: string) => leader.call(group.createGroup, { groupName, preallocatedSize: 500 * MB });

/** Opens a page of that person's beside the test's own, which receives live updates. */
async function opensBeside(beside: Page, person: Person, path: string): Promise<Page> {
  const page = await pageBeside(beside, person);
  const heard = page.waitForResponse((answer) => answer.url().endsWith(eventsPath) && answer.status() === 200);
  await page.goto(byOtherName(person.origin, `/disk${path}`));
  await heard;
  return page;
}
const row = (page: Page, name: string) =>
  page
    .getByRole('grid', { name: /群组列表|Groups/ })
    .getByRole('row')
    .filter({ hasText: name });

test('two people and their groups, each hearing of what the other does', async ({ signedIn: page, person, company }) => {
  test.setTimeout(180_000);
  const department = unique('平台组').replace(' ', '');
  const id = await createDepartment(company.database, { name: department, parentId: null });
  const member = await colleague(company, '沈嘉禾', id);
  const members = page.getByRole('list', { name: '成员' });
  let other!: Page;

  await test.step('a group is made, takes its room from the bar, and a colleague who is invited sees it by themselves', async () => {
    const name = unique('发布会专项组');
    await page.goto('/disk/groupFile');
    await expect(page.getByText('你还没有创建或管理群组')).toBeVisible();
    await page.getByRole('button', { name: '新建群组' }).first().click();
    const dialog = page.getByRole('dialog', { name: '新建群组' });
    await dialog.getByRole('button', { name: '新建群组' }).click();
    await expect(dialog.getByText('请填写群组名称')).toBeVisible();
    await dialog.getByLabel('群组名称').fill(name);
    await dialog.getByLabel('预分配空间').fill('0');
    await dialog.getByRole('button', { name: '新建群组' }).click();
    await expect(dialog.getByText('请填写大于 0 的整数')).toBeVisible();
    await dialog.getByLabel('预分配空间').fill('3');
    await dialog.getByRole('button', { name: '新建群组' }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByText(/^群组预分配 3 GB$/)).toBeVisible();

    other = await opensBeside(page, member, '/groupFile?tab=group');
    await expect(other.getByText('还没有加入任何群组')).toBeVisible();
    await page.getByRole('button', { name: '成员 1' }).click();
    await page.getByRole('button', { name: '邀请' }).click();
    const invite = page.getByRole('dialog', { name: `邀请加入「${name}」` });
    await invite.getByRole('combobox', { name: '姓名、账号、拼音或部门' }).fill(department);
    await invite.getByRole('option', { name: department }).first().click();
    await invite.getByRole('button', { name: '邀请 1 个部门' }).click();
    await expect(invite).toBeHidden();
    await expect(members.getByRole('listitem').filter({ hasText: department })).toContainText('1 人');
    await expect(page.getByRole('button', { name: '成员 2' })).toBeVisible();
    await expect(row(other, name)).toBeVisible();
    await expect(row(other, name)).toContainText('编辑');
    await other.getByRole('button', { name: /^通知/ }).click();
    await expect(other.getByText(`把你加入了「${name}」`)).toBeVisible();
    await other.keyboard.press('Escape');
  });

  await test.step('a level that changes acts on the open page; who is removed sees that the group is gone', async () => {
    const one = await made(person, unique('样机影像库'));
    await add(person, one, [member], 'edit');
    await person.uploads('text', 'plan.txt', one.groupId);
    await follow(other, `/disk/groupFile/${one.groupId}`);
    await expect(other.getByRole('row').filter({ hasText: 'plan.txt' })).toBeVisible();
    await expect(other.getByRole('button', { name: '上传', exact: true })).toBeEnabled();

    await follow(page, `/disk/groupFile/${one.groupId}?members=1`);
    await page.getByRole('button', { name: '沈嘉禾的权限：编辑' }).click();
    await page.getByRole('menuitem', { name: /仅预览/ }).click();
    await expect(page.getByRole('button', { name: '沈嘉禾的权限：仅预览' })).toBeVisible();
    await expect(other.getByRole('button', { name: '上传', exact: true })).toBeDisabled();

    await page.getByRole('row').filter({ hasText: 'plan.txt' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: '权限' }).click();
    const dialog = page.getByRole('dialog', { name: '「plan.txt」的权限' });
    await expect(dialog.getByRole('listitem').filter({ hasText: '沈嘉禾' })).toContainText('来自群组');
    await dialog.getByRole('button', { name: '沈嘉禾的权限：仅预览' }).click();
    await page.getByRole('menuitem', { name: /不可见/ }).click();
    await expect(dialog.getByRole('listitem').filter({ hasText: '沈嘉禾' })).toContainText('单独设置');
    await expect(other.getByRole('row').filter({ hasText: 'plan.txt' })).toHaveCount(0);
    // In a low window the menu is higher than its room, so it scrolls.
    const size = page.viewportSize()!;
    await page.setViewportSize({ ...size, height: 300 });
    await dialog.getByRole('button', { name: '沈嘉禾的权限：不可见' }).click();
    await expect(page.getByRole('menuitem', { name: '取消单独设置' })).toBeAttached();
    await expect.poll(async () => (await page.getByRole('menu').boundingBox())!.height).toBeLessThanOrEqual(300);
    await page.getByRole('menuitem', { name: '取消单独设置' }).click();
    await page.setViewportSize(size);
    await expect(other.getByRole('row').filter({ hasText: 'plan.txt' })).toBeVisible();
    await dialog.getByRole('button', { name: '关闭' }).click();

    await page.getByRole('button', { name: '沈嘉禾的权限：仅预览' }).click();
    await page.getByRole('menuitem', { name: '移出群组' }).click();
    await page.getByRole('button', { name: '移出群组' }).click();
    await expect(other.getByText('群组不存在，或你已不在其中')).toBeVisible();
    await other.getByRole('button', { name: '返回群组列表' }).click();
    await expect(other.getByRole('heading', { name: '群组文件', level: 1 })).toBeVisible();
  });

  await test.step('a dissolved group says until when it can be used, and its leader cancels that', async () => {
    const one = await made(person, unique('品牌供应商'));
    await add(person, one, [member]);
    await follow(other, `/disk/groupFile/${one.groupId}`);
    await expect(other.getByRole('heading', { name: one.groupName, level: 1 })).toBeVisible();
    await follow(page, '/disk/groupFile');
    await row(page, one.groupName).click({ button: 'right' });
    await page.getByRole('menuitem', { name: '解散群组' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '解散群组' }).click();
    await expect(row(page, one.groupName)).toContainText('解散中');
    await expect(other.getByText(/群组正在解散，/)).toBeVisible();
    await expect(other.getByRole('button', { name: '取消解散' })).toHaveCount(0);
    await row(page, one.groupName).getByRole('button', { name: one.groupName }).click();
    await page.getByRole('button', { name: '取消解散' }).click();
    await expect(page.getByText(/群组正在解散/)).toHaveCount(0);
    await expect(other.getByText(/群组正在解散/)).toHaveCount(0);
  });

  await test.step('a handover is accepted in the notice, and the roles change in both browsers', async () => {
    const one = await made(person, unique('招聘协作'));
    await add(person, one, [member]);
    await follow(other, '/disk/groupFile');
    await follow(page, `/disk/groupFile/${one.groupId}?members=1`);
    await expect(page.getByRole('heading', { name: one.groupName, level: 1 })).toBeVisible();
    await page.getByRole('button', { name: '群组操作' }).click();
    await page.getByRole('menuitem', { name: '移交群组' }).click();
    await page.getByRole('dialog', { name: /移交/ }).getByRole('button', { name: '沈嘉禾' }).click();
    await page.getByRole('button', { name: '发起移交' }).click();
    await expect(page.getByText('已向沈嘉禾发起移交，等待对方确认')).toBeVisible();

    await other.getByRole('button', { name: /^通知，/ }).click();
    const notice = other.getByRole('listitem').filter({ hasText: `想把「${one.groupName}」移交给你` });
    await notice.getByRole('button', { name: '接受' }).click();
    await expect(notice.getByRole('button', { name: '接受' })).toHaveCount(0);
    await expect(row(other, one.groupName)).toContainText('组长');
    await expect(members.getByRole('listitem').filter({ hasText: '沈嘉禾' })).toContainText('组长');
    await page.getByRole('button', { name: '群组操作' }).click();
    await expect(page.getByRole('menuitem', { name: '解散群组' })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('menuitem', { name: '退出群组' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '退出群组' }).click();
    await expect(page.getByText('群组不存在，或你已不在其中')).toBeVisible();
  });
  await other.close();
});

test('an address leads into a folder of a group, and the screen is as it was on return', async ({ signedIn: page, person }) => {
  const one = await made(person, unique('深链'));
  const folder = await person.folder('合同', one.groupId);
  await person.uploads('x', 'inner.txt', folder.instanceId);
  await page.goto(`/disk/groupFile/${one.groupId}?folder=${folder.instanceId}`);
  await expect(page.getByRole('row').filter({ hasText: 'inner.txt' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('navigation', { name: '当前位置' })).toContainText(`群组文件${one.groupName}合同`);
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await menu.getByRole('link', { name: '个人文件' }).click();
  await expect(page).toHaveURL(/personalFile/);
  await menu.getByRole('link', { name: '群组文件' }).click();
  await expect(page).toHaveURL(new RegExp(`groupFile/${one.groupId}\\?folder=${folder.instanceId}`));
  await page.getByRole('button', { name: '群组文件' }).click();
  await expect(row(page, one.groupName)).toBeVisible();
  await follow(page, '/disk/groupFile/01999999-0000-7000-8000-000000000000');
  await expect(page.getByText('群组不存在，或你已不在其中')).toBeVisible();
});

for (const walk of walksOf('phone'))
  test(`list, members and permissions have no fault, ${walk.locale}`, async ({ page, company, person }) => {
    const top = await createDepartment(company.database, { name: unique('市场部').replace(' ', ''), parentId: null });
    const people = await Promise.all(['陈思远', '沈嘉禾', '许清扬', '唐意'].map((name) => colleague(company, name, top)));
    const one = await made(person, unique('一个名字很长的发布会专项组'));
    for (const [n, level] of (['manager', 'externalSharing', 'edit', 'viewOnly'] as const).entries())
      await add(person, one, [people[n]!], level);
    await person.call(group.addMembers, { groupId: one.groupId, members: [{ kind: 'department', id: top, level: 'download' }] });
    await person.call(group.handover, { groupId: one.groupId, userId: people[0]!.userId });
    const gone = await made(person, unique('要解散的组'));
    await person.call(group.dissolveGroup, { groupId: gone.groupId });
    await person.uploads(Buffer.alloc(3 * MB, walk.locale), 'poster.png', one.groupId);
    const folder = await person.folder('客户合同', one.groupId);
    await person.call(calls.privilege.updateUserRole, {
      instanceId: folder.instanceId,
      subject: { kind: 'person', id: people[3]!.userId },
      role: 'forbidden',
    });
    await startWalk(page, person, walk);
    const look = (what: string) =>
      inBothLooks(page, walk, `groups-${what}`, async (width) => {
        expect(await faults(page), what).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(width);
      });
    await page.goto('/disk/groupFile');
    await expect(row(page, one.groupName)).toBeVisible();
    await page.mouse.move(5, 5);
    await look('list');
    await page.getByRole('button', { name: /新建群组|New group/ }).click();
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused();
    await look('create');
    await page.keyboard.press('Escape');
    await follow(page, `/disk/groupFile/${one.groupId}?members=1`);
    await expect(page.getByRole('list', { name: /^(成员|Members)$/ }).getByRole('listitem')).toHaveCount(6);
    await look('members');
    await page.getByRole('button', { name: /^(唐意的权限|唐意’s access level)/ }).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    expect(await faultsInBothColors(page), 'level').toEqual([]); // a resize closes the menu
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /邀请|Invite/ }).click();
    await expect(page.getByRole('dialog', { name: /邀请加入|Invite to/ })).toBeVisible();
    await look('invite');
    await page.keyboard.press('Escape');
    await follow(page, `/disk/groupFile/${one.groupId}`);
    const folderRow = page.getByRole('row').filter({ hasText: '客户合同' });
    await expect(folderRow).toBeVisible();
    await look('files');
    if (walk.looks[0].width === 390) await folderRow.getByRole('button').click();
    else await folderRow.click({ button: 'right' });
    await page.getByRole('menuitem', { name: /权限|Permissions/ }).click();
    await expect(page.getByRole('list', { name: /^(权限|Permissions)$/ }).getByRole('listitem')).toHaveCount(5);
    await look('permissions');
    await follow(page, `/disk/groupFile/${gone.groupId}`);
    await expect(page.getByText(/前可查看和复制文件|opened and copied until/)).toBeVisible();
    await look('dissolving');
  });
