/** Administrators find what left the bins of the company, restore it, mark it to go for good and keep it after all. */
import { sql } from 'kysely';
import type { Locator, Page } from '@playwright/test';
import { calls, failureText } from '../packages/contract/src/index.ts';
import type { GroupId } from '../packages/contract/src/index.ts';
import { removeDissolved } from '../apps/server/src/groups/index.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';
import { administrator, noFault, officer, openMenu } from './admin.ts';
import { expect, follow, test } from './company.ts';
import { chooseDays } from './days.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

/** Deletes items and removes them from their bin. */
async function discard(person: Person, ...instanceIds: string[]): Promise<void> {
  await person.call(calls.instance.remove, { instanceIds });
  const { items } = await person.call(calls.recycle.page, { pageSize: 100 });
  await person.call(calls.recycle.remove, {
    recycleIds: items.filter(({ instanceId }) => instanceIds.includes(instanceId)).map(({ recycleId }) => recycleId),
  });
}

/** Leaves the company with an empty space, so that nobody takes it over. */
async function leaves(company: Company, { userId }: Person): Promise<void> {
  const admin = await administrator(company);
  await admin.call(calls.user.acknowledgeAgreement, {});
  await admin.call(calls.adminUser.freeze, { userIds: [userId] });
  await admin.call(calls.adminUser.offboard, { userId, successors: { space: null } });
  const left = sql`select from user_account where id = ${userId} and left_at is not null`;
  await expect.poll(async () => (await left.execute(company.database)).rows.length).toBe(1);
}

for (const walk of walksOf('phone'))
  test(`what left a bin is found, restored, marked and kept (${walk.locale})`, async ({ page, company, person }) => {
    const zh = walk.locale === 'zh-CN';
    const owner = await company.person();
    const folder = await owner.folder('季度复盘');
    const [inside, other, gone] = [
      await owner.uploads('one', '会议纪要.md', folder.instanceId),
      await owner.uploads('two', '渠道大会.txt'),
      await owner.uploads('three', '旧合同.txt'),
    ];
    const nested = await owner.folder('会中');
    const [waits, first] = [await owner.uploads('four', '待恢复.txt', nested.instanceId), await owner.uploads('five', '先恢复.txt')];
    await discard(owner, inside.instanceId, other.instanceId, gone.instanceId, waits.instanceId, first.instanceId);
    await discard(owner, folder.instanceId);
    const outside = await owner.folder('对外资料');
    const secret = await owner.uploads('six', '机密名单.txt', outside.instanceId);
    await owner.call(calls.instance.setSensitivity, { instanceId: secret.instanceId, sensitivity: 'high' });
    await discard(owner, secret.instanceId);
    await owner.call(calls.link.createOrUpdate, { instanceIds: [outside.instanceId] });
    const leaver = await company.person();
    const dissolves = async (leader: Person, name: string): Promise<GroupId> => {
      const made = await leader.call(calls.group.createGroup, { groupName: name, preallocatedSize: 1 });
      await leader.call(calls.group.dissolveGroup, { groupId: made.groupId });
      return made.groupId;
    };
    const [groupName, leftName] = [`展会 ${walk.locale}`, `无主 ${walk.locale}`];
    const [groupId, leftId] = [await dissolves(owner, groupName), await dissolves(leaver, leftName)];
    await sql`update group_space set dissolves_at = now() where space_id in (${groupId}, ${leftId})`.execute(company.database);
    await removeDissolved(company.database);
    await leaves(company, leaver);
    const admin = await officer(company, person, 'secondBin.view', 'secondBin.restore', 'secondBin.remove');
    await startWalk(page, person, walk);
    await page.goto(`${person.origin}/disk/admin/recycle?by=${owner.userId}`);
    await expect(rowOf(page, '会议纪要')).toContainText(zh ? '30 天' : '30 days');
    // The folder, and the file with its former place.
    await expect(rowOf(page, '季度复盘')).toHaveCount(2);
    await inBothLooks(page, walk, 'second-bin', noFault(page));
    // Days of one's own, which the chip names, and back to any time.
    await chooseDays(page, zh ? '删除时间' : 'Deleted', '2020-01-31', '2020-01-31');
    await expect(rowOf(page, '会议纪要')).toHaveCount(0);
    await page.getByRole('button', { name: /2020-01-31$/ }).press('Enter');
    await page.getByRole('menuitem', { name: zh ? '不限时间' : 'Any time' }).press('Enter');
    await expect(rowOf(page, '会议纪要')).toBeVisible();

    // A group comes back as a whole.
    await expect(rowOf(page, groupName)).toContainText(zh ? '已解散的群组' : 'Deleted group');
    await openMenu(rowOf(page, groupName));
    await expect(page.getByRole('menuitem', { name: zh ? '恢复到…' : 'Restore to…' })).toBeDisabled();
    await page.getByRole('menuitem', { name: zh ? '恢复' : 'Restore', exact: true }).click();
    await expect(rowOf(page, groupName)).toHaveCount(0);
    expect((await owner.call(calls.group.queryGroup, { groupId })).dissolveTime).toBeNull();

    // Its folder is gone: it goes to the one above, which is the top of the space.
    await openMenu(rowOf(page, '会议纪要'));
    const back = page.getByRole('menuitem', { name: zh ? '恢复' : 'Restore', exact: true });
    await expect(back).toBeDisabled();
    const why = zh ? '原文件夹已不存在，请使用「恢复到…」' : 'The original folder no longer exists. Use “Restore to…”';
    await expect(back).toHaveAccessibleDescription(why);
    if (page.viewportSize()!.width < 760) await expect(back.getByText(why)).toBeVisible();
    await page.getByRole('menuitem', { name: zh ? '恢复到…' : 'Restore to…' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('radio')).toHaveCount(1);
    await inBothLooks(page, walk, 'second-bin-restore-to', noFault(page));
    await dialog.getByRole('button', { name: zh ? '恢复到「' : 'Restore to “' }).click();
    await expect(rowOf(page, '会议纪要')).toHaveCount(0);
    expect(await owner.names()).toContain('会议纪要.md');

    // What happened since the page was read is said: its folder is gone, or another administrator has restored it.
    const restore = page.getByRole('menuitem', { name: zh ? '恢复' : 'Restore', exact: true });
    await openMenu(rowOf(page, '待恢复'));
    await restore.focus();
    await owner.call(calls.instance.remove, { instanceIds: [nested.instanceId] });
    await page.keyboard.press('Enter');
    await expect(page.getByText(failureText('PLACE_GONE', walk.locale))).toBeVisible();
    await expect(restore).toHaveCount(0);
    await openMenu(rowOf(page, '先恢复'));
    await restore.focus();
    const [there] = (await admin.call(calls.adminRecycle.page, { keyword: '先恢复', deletedBy: owner.userId })).items;
    await admin.call(calls.adminRecycle.restore, { recycleIds: [there!.recycleId] });
    await page.keyboard.press('Enter');
    await expect(page.getByText(failureText('FILE_NOT_FOUND', walk.locale))).toBeVisible();
    await expect(rowOf(page, '先恢复')).toHaveCount(0);

    // What is highly sensitive does not come into a folder that is shared outside since.
    await openMenu(rowOf(page, '机密名单'));
    await restore.press('Enter');
    await expect(page.getByText(failureText('HIGH_INTO_LINK', walk.locale))).toBeVisible();
    await expect(rowOf(page, '机密名单')).toBeVisible();

    // Where there is no room, it stays, and the reason is told.
    await admin.call(calls.adminUser.update, { userId: owner.userId, quotaBytes: 1 });
    await openMenu(rowOf(page, '旧合同'));
    await page.getByRole('menuitem', { name: zh ? '恢复' : 'Restore', exact: true }).press('Enter');
    await expect(page.getByText(zh ? '空间不足' : 'Not enough storage').first()).toBeVisible();
    await expect(rowOf(page, '旧合同')).toBeVisible();
    await admin.call(calls.adminUser.update, { userId: owner.userId, quotaBytes: 2 ** 31 });

    // Marked in two steps, kept after all, and marked again.
    const fate = zh ? '彻底删除' : 'Gone';
    for (const round of ['kept', 'marked']) {
      await openMenu(rowOf(page, '旧合同'));
      await page.getByRole('menuitem', { name: zh ? '彻底删除' : 'Delete for good' }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: zh ? '彻底删除 1 项' : 'Delete 1 item for good' })
        .click();
      await expect(rowOf(page, '旧合同')).toContainText(fate);
      if (round === 'marked') break;
      await openMenu(rowOf(page, '旧合同'));
      await page.getByRole('menuitem', { name: zh ? '撤销彻底删除' : 'Keep after all' }).click();
      await expect(rowOf(page, '旧合同')).not.toContainText(fate);
    }

    await page.getByRole('textbox', { name: zh ? '按名称筛选' : 'Filter by name' }).fill('渠道');
    await expect(rowOf(page, '旧合同')).toHaveCount(0);
    await page.getByRole('button', { name: zh ? '清空筛选结果…' : 'Empty filtered…' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: zh ? '彻底删除 1 项' : /Delete 1 items? for good/ })
      .click();
    await expect
      .poll(async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from recycle where deleted_by = ${owner.userId} and going_at is not null`.execute(company.database);
        return rows[0]!.n;
      })
      .toBe(2);

    // A group whose leader has left comes back with another one.
    await follow(page, `/disk/admin/recycle?by=${leaver.userId}`);
    const colleague = await company.person();
    const restoreGroup = dialog.getByRole('button', { name: zh ? '恢复' : 'Restore', exact: true });
    const choose = async ({ accountName }: Person): Promise<void> => {
      await openMenu(rowOf(page, leftName));
      await restore.click();
      await expect(restoreGroup).toBeDisabled();
      await dialog.getByRole('combobox', { name: zh ? '新组长' : 'New owner' }).fill(accountName);
      await page.getByRole('option', { name: accountName }).click();
    };
    await choose(colleague);
    await inBothLooks(page, walk, 'second-bin-leader', noFault(page));
    // Who is chosen has to be there still, and to have room.
    const refusedWith = (code: 'LEADER_NO_SPACE' | 'LEADER_INACTIVE'): Locator =>
      page.getByText(failureText(code, walk.locale, { name: `Name of ${colleague.accountName}` }));
    await admin.call(calls.adminUser.update, { userId: colleague.userId, quotaBytes: 0 });
    await restoreGroup.click();
    await expect(refusedWith('LEADER_NO_SPACE')).toBeVisible();
    await choose(colleague);
    await admin.call(calls.adminUser.freeze, { userIds: [colleague.userId] });
    await restoreGroup.click();
    await expect(refusedWith('LEADER_INACTIVE')).toBeVisible();
    await choose(owner);
    await restoreGroup.click();
    await expect(rowOf(page, leftName)).toHaveCount(0);
    expect((await owner.call(calls.group.queryGroup, { groupId: leftId })).dissolveTime).toBeNull();
  });

test('who may only look sees no action', { tag: '@thorough' }, async ({ company, person, signedIn: page }) => {
  const owner = await company.person();
  const { instanceId } = await owner.uploads('seen', '只能看.txt');
  await discard(owner, instanceId);
  await officer(company, person, 'secondBin.view');
  await page.goto(`/disk/admin/recycle?by=${owner.userId}`);
  await openMenu(rowOf(page, '只能看'));
  await expect(page.getByRole('menuitem')).toHaveCount(2);
  await expect(page.getByRole('button', { name: /清空|Empty/ })).toHaveCount(0);
});
