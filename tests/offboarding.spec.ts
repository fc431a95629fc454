import { calls } from '../packages/contract/src/index.ts';
import { adminPassword } from '../apps/server/src/testing/index.ts';
import { everyFault } from './axe.ts';
import { expect, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

for (const walk of walksOf('desktop'))
  test(`an officer suspends a leaver, hands everything to one successor, and keeps the report (${walk.locale})`, async ({
    page,
    company,
    person,
  }) => {
    const zh = walk.locale === 'zh-CN';
    const admin = company.visitor();
    await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
    const { items } = await admin.call(calls.adminRole.page, {});
    const chief = items.find(({ builtIn }) => builtIn === 'administrator')!.roleId;
    await admin.call(calls.adminRole.assign, { userIds: [person.userId], roleIds: [chief] });
    const [leaver, heir, reader] = [await company.person(), await company.person(), await company.person()];
    const { instanceId } = await leaver.folder('项目');
    await leaver.uploads('plans', 'plans.txt', instanceId);
    const members = [{ kind: 'person' as const, id: reader.userId, role: 'edit' as const }];
    await leaver.call(calls.innerSharing.create, { instanceId, members });
    await leaver.call(calls.group.createGroup, { groupName: `样机影像库 ${walk.locale}`, preallocatedSize: 2 ** 20 });

    await startWalk(page, person, walk);
    await page.goto(`${person.origin}/disk/admin/people`);
    await page.getByRole('searchbox').or(page.getByPlaceholder(zh ? /姓名|账号/ : /[Nn]ame/)).first().fill(leaver.accountName); // prettier-ignore
    const row = page.getByRole('row').filter({ hasText: leaver.accountName });
    await expect(row).toBeVisible();
    if (page.viewportSize()!.width > 760) await row.click({ button: 'right' });
    else await row.getByRole('button', { name: /更多|More/ }).click();
    await page.getByRole('menuitem', { name: zh ? '办理离职' : 'Offboard' }).click();
    await expect(page).toHaveURL(new RegExp(`admin/people/offboard\\?user=${leaver.userId}`));
    await page.getByRole('button', { name: zh ? '冻结后继续' : 'Suspend and continue' }).click();
    await expect(page.getByRole('button', { name: zh ? '冻结后继续' : 'Suspend and continue' })).toHaveCount(0);
    const act = page.getByRole('button', { name: zh ? '办理离职' : 'Offboard', exact: true });
    await expect(act).toBeDisabled();
    await expect(page.getByText(zh ? '还差 2 位接手人' : '2 successors missing').first()).toBeVisible();
    await inBothLooks(page, walk, 'admin-offboard', async () => expect(await everyFault(page)).toEqual([]));

    const all = page.getByRole('combobox', { name: zh ? '全部交给' : 'Everything to', exact: true });
    await all.fill(heir.accountName);
    await page.getByRole('option', { name: new RegExp(heir.accountName) }).click();
    await expect(act).toBeEnabled();
    // The address has the successors, so a reload keeps them.
    await page.reload();
    await expect(all).toHaveValue(`Name of ${heir.accountName}`);
    await expect(act).toBeEnabled();
    await act.click();
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await question.getByRole('button', { name: zh ? '办理离职' : 'Offboard' }).click();
    await expect(
      page.getByText(zh ? '每个文件、群组和部门都有人负责。' : 'Every file, group and department has someone in charge.'),
    ).toBeVisible();
    await page.reload();
    await expect(page.getByText('样机影像库').first()).toBeVisible();
    await inBothLooks(page, walk, 'admin-offboard-report', async () => expect(await everyFault(page)).toEqual([]));
    if (page.viewportSize()!.width > 760) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: zh ? '下载报告' : 'Download the report' }).click();
      expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
    }
    expect(String(await heir.downloads((await heir.call(calls.instance.page, { parentId: instanceId })).items[0]!.instanceId))).toBe(
      'plans',
    );
  });
