/** Administrators find files in all spaces by name, open one for a reason that its owner is told, and manage them. */
import { sql } from 'kysely';
import type { Locator, Page } from '@playwright/test';
import { calls, failureText, limits } from '../packages/contract/src/index.ts';
import { noFault, officer, openMenu } from './admin.ts';
import { expect, follow, test } from './company.ts';
import { chooseDays } from './days.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

for (const walk of walksOf('desktop'))
  test(`a file of somebody is found, opened for a reason and managed (${walk.locale})`, async ({ page, company, person }) => {
    const zh = walk.locale === 'zh-CN';
    const say = <Text extends string | RegExp>(chinese: Text, english: Text): Text => (zh ? chinese : english);
    const owner = await company.person();
    const mark = owner.accountName.slice(-8);
    const folder = await owner.folder(`薪酬 ${mark}`);
    await owner.folder('deeper', folder.instanceId);
    await owner.uploads(`secret of ${mark}`, `季度薪酬 ${mark}.txt`, folder.instanceId);
    const linked = await owner.uploads('linked', `第三方报告 ${mark}.txt`);
    await owner.call(calls.link.createOrUpdate, { instanceIds: [linked.instanceId] });
    await officer(company, person, 'files.view', 'files.look', 'files.download', 'files.remove', 'files.endSharing', 'files.sensitivity');
    await company.configures('lookMinutes', 20);
    await startWalk(page, person, walk);
    await page.goto(`${person.origin}/disk/admin/files`);
    await expect(page.getByText(say('打开或下载内容须说明原因', 'requires a reason'))).toBeVisible();

    const field = page.getByRole('textbox', { name: say('输入名称，在全部空间查找', 'Name in any space') });
    await field.fill(mark);
    await expect(rowOf(page, '第三方报告')).toBeVisible();
    await field.fill(`薪酬 ${mark}`);
    await expect(rowOf(page, '第三方报告')).toHaveCount(0);
    await expect(rowOf(page, '季度薪酬')).toContainText(folder.instanceName);
    await inBothLooks(page, walk, 'admin-files', noFault(page));
    // Of more than 200 the latest are shown, and how to find the others is said.
    const hoarder = await company.person();
    const crowd = `批量 ${hoarder.accountName.slice(-8)}`;
    await hoarder.folder(`${crowd} 最早`);
    const children = Array.from({ length: limits.filesManaged }, (_, n) => ({ instanceName: `${crowd} ${n}` }));
    await hoarder.call(calls.instance.batchCreateFolder, { parentId: hoarder.rootId, instanceName: 'crowd', children });
    await field.fill(crowd);
    const cut = say('找到的超过 200 项，只显示最近修改的 200 项', 'More than 200 were found. The latest 200 are shown');
    await expect(page.getByText(cut)).toBeVisible();
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '200');
    await field.fill(`${crowd} 最早`);
    await expect(rowOf(page, `${crowd} 最早`)).toBeVisible();
    await expect(page.getByText(cut)).toHaveCount(0);
    await field.fill(`薪酬 ${mark}`);
    await expect(rowOf(page, '季度薪酬')).toBeVisible();
    // What is done with a selection takes the place of the filters, in one line.
    await rowOf(page, '季度薪酬').getByRole('checkbox').check();
    const remove = page.getByRole('button', { name: say('删除', 'Delete'), exact: true });
    const [fieldBox, removeBox] = [(await field.boundingBox())!, (await remove.boundingBox())!];
    expect(Math.abs(fieldBox.y - removeBox.y)).toBeLessThan(20);
    await inBothLooks(page, walk, 'admin-files-selected', noFault(page));
    await rowOf(page, '季度薪酬').getByRole('checkbox').uncheck();

    const dialog = page.getByRole('dialog');
    const open = dialog.getByRole('button', { name: say('记录原因并打开', 'Log reason and open') });
    const ask = async (row: Locator) => {
      await openMenu(row);
      await page
        .getByRole('menuitem', { name: say('查看', 'Open'), exact: false })
        .first()
        .click();
      await expect(open).toBeDisabled();
      await dialog.getByRole('radio', { name: say('安全事件', 'Security incident') }).press('Space');
      await dialog.getByRole('textbox').fill('Ticket 2026-118: compare with the ledger');
    };
    await ask(rowOf(page, '季度薪酬'));
    await expect(dialog.getByText(say('20 分钟', '20 minutes'))).toBeVisible();
    await inBothLooks(page, walk, 'admin-files-reason', noFault(page));
    // Since the page was read, more has been asked of a reason.
    await company.configures('lookGroundsLength', 100);
    await open.press('Enter');
    await expect(dialog.getByText(failureText('LOOK_REASON_MISSING', walk.locale, { least: 100 }))).toBeVisible();
    for (const code of ['lookMinutes', 'lookGroundsLength'] as const) await company.configures(code, undefined);
    await open.press('Enter');
    await expect(page.getByText(`secret of ${mark}`)).toBeVisible();
    await expect(dialog.getByRole('listitem')).toContainText(`Name of ${owner.accountName}`);
    await inBothLooks(page, walk, 'admin-files-open', noFault(page));
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    const notices = await owner.call(calls.notice.page, {});
    expect(notices.items.filter(({ kind }) => kind === 'fileLooked')).toHaveLength(1);

    // A folder opens with all below it, for downloading, too.
    await ask(
      page
        .getByRole('row')
        .filter({ has: page.getByText(folder.instanceName, { exact: true }) })
        .first(),
    );
    await dialog.getByRole('checkbox').check();
    await open.press('Enter');
    await dialog.getByRole('button', { name: say('deeper', 'deeper') }).click();
    await dialog.getByRole('button', { name: folder.instanceName }).click();
    await expect(
      dialog.getByRole('button', { name: say(`下载「季度薪酬 ${mark}.txt」`, `Download “季度薪酬 ${mark}.txt”`) }),
    ).toBeVisible();
    await inBothLooks(page, walk, 'admin-files-folder', noFault(page));
    await dialog
      .getByRole('button', { name: `季度薪酬 ${mark}.txt` })
      .first()
      .click();
    await expect(page.getByText(`secret of ${mark}`)).toBeVisible();
    // It ends while it is open.
    await dialog.getByRole('button', { name: say('返回', 'Back') }).click();
    await sql`update file_look set expires_at = now()`.execute(company.database);
    await dialog.getByRole('button', { name: say(`下载「季度薪酬 ${mark}.txt」`, `Download “季度薪酬 ${mark}.txt”`) }).click();
    await expect(page.getByText(failureText('LOOK_ENDED', walk.locale))).toBeVisible();
    await page.keyboard.press('Escape');

    await openMenu(rowOf(page, '季度薪酬'));
    await page.getByRole('menuitem', { name: say('设置密级…', 'Set sensitivity…') }).click();
    await dialog.getByRole('radio', { name: say('高密级', 'High') }).check();
    await dialog.getByRole('button', { name: say('设置', 'Set'), exact: true }).click();
    await expect(rowOf(page, '季度薪酬')).toContainText(say('高密级', 'High'));

    await follow(page, `/disk/admin/files?keyword=${encodeURIComponent(mark)}&given=linked`);
    await expect(rowOf(page, '季度薪酬')).toHaveCount(0);
    await openMenu(rowOf(page, '第三方报告'));
    await page.getByRole('menuitem', { name: say('结束外链', 'End links') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('结束外链', 'End links') })
      .click();
    await expect(rowOf(page, '第三方报告')).toHaveCount(0);

    // Days of one's own, with the last one.
    await sql`update instance set updated_at = '2020-01-31T12:00:00Z' where id = ${linked.instanceId}`.execute(company.database);
    await follow(page, `/disk/admin/files?keyword=${encodeURIComponent(mark)}`);
    await expect(rowOf(page, '季度薪酬')).toBeVisible();
    await chooseDays(page, say('修改时间', 'Modified'), '2020-01-30', '2020-01-31');
    await expect(rowOf(page, '第三方报告')).toBeVisible();
    await expect(rowOf(page, '季度薪酬')).toHaveCount(0);
    await chooseDays(page, /2020-01-30 – 2020-01-31$/, '2020-01-30', '2020-01-30');
    await expect(rowOf(page, '第三方报告')).toHaveCount(0);
    await expect(page).toHaveURL(/from=.*to=/);

    // Everything of one owner, chosen by name, goes by one task.
    await follow(page, '/disk/admin/files');
    await page.getByRole('combobox', { name: say('所有者', 'Owner') }).fill(owner.accountName);
    await page.getByRole('option', { name: owner.accountName }).click();
    await expect(rowOf(page, '第三方报告')).toBeVisible();
    const removeAll = async (): Promise<void> => {
      await page.getByRole('button', { name: say('处理全部结果', 'Change all results') }).click();
      await page.getByRole('menuitem', { name: say('删除', 'Delete') }).click();
    };
    // More than a task may change: nothing is asked (specification 2 section 8).
    await company.database.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      await sql`
        insert into instance (id, space_id, parent_id, is_file, name, folded_name, creator_id, editor_id, updated_at)
        select uuidv7(), p.space_id, p.id, false, '卷宗 ' || n, '卷宗 ' || n, p.creator_id, p.editor_id, now() - interval '1 day'
        from instance p, generate_series(1, ${limits.filesChangedByTask}::int) n where p.id = ${owner.rootId}`.execute(transaction);
    });
    await removeAll();
    await expect(page.getByText(say(/一次最多处理 5,?000 项/, /At most 5,?000 items/))).toBeVisible();
    await company.database.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      await sql`delete from instance where parent_id = ${owner.rootId} and name like '卷宗 %'`.execute(transaction);
    });
    await removeAll();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('删除 4 项', 'Delete 4 items') })
      .click();
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: say('已处理', 'done') })
        .first(),
    ).toBeVisible();
    await expect(rowOf(page, '季度薪酬')).toHaveCount(0);
    const bin = await owner.call(calls.recycle.page, {});
    expect(bin.items.map(({ instanceName }) => instanceName)).toContain(folder.instanceName);
  });
