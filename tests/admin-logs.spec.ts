/** Administrators read the log: filters, the chart, an entry with what changed; and who may only read. */
import { sql } from 'kysely';
import { calls, failureText, limits } from '../packages/contract/src/index.ts';
import type { Region } from '../packages/contract/src/index.ts';
import { insertEntries, keyAll } from '../apps/server/src/audit-reading/log.test-support.ts';
import { administrator, noFault, officer } from './admin.ts';
import { expect, follow, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

for (const walk of walksOf('desktop'))
  test(`entries are found, opened, and narrowed by a bar of the chart (${walk.locale})`, async ({ page, company, person }) => {
    const zh = walk.locale === 'zh-CN';
    await officer(company, person, 'logs.view', 'logs.export', 'regions.edit');
    const colleague = await company.person();
    const admin = await administrator(company);
    const name = zh ? '季度总结会' : 'Quarterly review';
    await colleague.folder(name);
    await admin.call(calls.adminUser.update, { userId: colleague.userId, quotaBytes: 2 ** 31 });
    await startWalk(page, person, walk);
    const desktop = page.viewportSize()!.width > 760;
    await page.goto(`${person.origin}/disk/admin/logs`);
    // How far the chain of records was verified, or where it is broken: then nothing hides it.
    await expect(page.getByText(zh ? /^(记录链已校验至|正在校验记录链)/ : /^(Chain verified until|Verifying the chain)/)).toBeVisible();
    const rows = page.getByRole('row');
    const find = page.getByRole('textbox', { name: zh ? '对象、地址、traceId' : 'Object, address, traceId' });
    await find.fill(name);
    const made = rows.filter({ hasText: zh ? '新建文件夹' : 'Create folder' });
    await expect(made).toHaveCount(1);
    await expect(rows.filter({ hasText: zh ? '修改用户' : 'Change person' })).toHaveCount(0);
    await find.fill('');
    await follow(page, '/disk/admin/logs?action=adminUser.update');
    const changed = rows.filter({ hasText: zh ? '修改用户' : 'Change person' }).first();
    if (desktop) await changed.dblclick();
    else await changed.click();
    const entry = desktop ? page.getByRole('region', { name: zh ? '修改用户' : 'Change person' }) : page.getByRole('dialog');
    await expect(entry.getByRole('row').filter({ hasText: zh ? '空间配额' : 'Storage' })).toContainText('2.00 GB');
    await inBothLooks(page, walk, 'log-entry', noFault(page));
    if (desktop) {
      // The table stays in use beside it; Escape closes the sheet only, and the row has the focus again.
      await entry.focus();
      await expect(changed).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await expect(entry).toHaveCount(0);
    if (desktop) expect(await page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null)).toBe(true);
    await inBothLooks(page, walk, 'logs', noFault(page));
    // The background check may be through again meanwhile.
    const found = (fault: string | null) => sql`update audit_seal_state set checking_fault = ${fault}::jsonb`.execute(company.database);
    await expect(async () => {
      await found('{"kind": "changed", "entry": 7}');
      await page.reload();
      await expect(page.getByRole('alert')).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(page.getByRole('alert')).toContainText(zh ? '第 7 号记录与写入时不符' : 'entry 7 is not what was written');
    if (desktop) await expect(page.getByText(zh ? '记录链第 7 条起不一致' : 'Chain broken from entry 7 on')).toBeVisible();
    await inBothLooks(page, walk, 'logs-broken', noFault(page));
    await found(null);
    await page.reload();

    if (desktop) {
      // By keyboard to the newest bar, then only its time.
      await page.getByRole('slider').focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/from=/);
      await expect(changed).toBeVisible();
    }

    // Days of one's own: the end is not before the start (specification 2 section 5).
    await follow(page, '/disk/admin/logs?action=adminUser.update');
    await expect(changed).toBeVisible();
    await page.getByRole('button', { name: zh ? '时间: 最近 7 天' : 'Time range: Last 7 days' }).press('Enter');
    await page.getByRole('menuitem', { name: zh ? '选择日期…' : 'Choose dates…' }).press('Enter');
    const range = page.getByRole('dialog', { name: zh ? '选择日期' : 'Choose dates' });
    const [first, last] = [
      range.getByRole('textbox', { name: zh ? '开始日期' : 'First day' }),
      range.getByRole('textbox', { name: zh ? '结束日期' : 'Last day' }),
    ];
    const today = await last.inputValue();
    await last.fill('2020-01-31');
    await last.press('Tab');
    const show = range.getByRole('button', { name: zh ? '查看' : 'Show', exact: true });
    await show.press('Enter');
    await expect(range.getByText(failureText('LOG_TIMES_WRONG', walk.locale))).toBeVisible();
    await inBothLooks(page, walk, 'log-days', noFault(page));
    await first.fill('2020-01-31');
    await first.press('Tab');
    await show.press('Enter');
    await expect(range).toHaveCount(0);
    await expect(page.getByRole('button', { name: '2020-01-31' })).toBeVisible();
    await expect(changed).toHaveCount(0);
    await page.getByRole('button', { name: '2020-01-31' }).press('Enter');
    await page.getByRole('menuitem', { name: zh ? '选择日期…' : 'Choose dates…' }).press('Enter');
    await last.fill(today);
    await last.press('Tab');
    await show.press('Enter');
    await expect(changed).toBeVisible();
    await expect(page.getByRole('button', { name: `2020-01-31 – ${today}` })).toBeVisible();
  });

for (const walk of walksOf('desktop'))
  test(`networks get a name, and of more than 10,000 entries a part is exported (${walk.locale})`, async ({ page, company, person }) => {
    const say = (chinese: string, english: string): string => (walk.locale === 'zh-CN' ? chinese : english);
    const admin = await officer(company, person, 'logs.view', 'logs.export', 'regions.edit');
    const crowd = crypto.randomUUID();
    const nothing = { object_id: null, space_id: null, space_name: null, folder_id: null, folder_name: null, device: null, trace_id: null };
    const entry = { ...nothing, deed: 'change', action: 'instance.rename', result: 0, actor_kind: 'person', actor_name: 'crowd' };
    const entries = Array.from({ length: limits.logRows + 1 }, (_, n) => ({
      ...{ ...entry, person_id: crowd, at: new Date(), address: '127.0.0.9' },
      ...{ object_kind: 'item', object_name: `number ${n}` },
    }));
    for (let at = 0; at < entries.length; at += 2000) await insertEntries(company.database, entries.slice(at, at + 2000));
    await keyAll(company.database);
    await startWalk(page, person, walk);
    await page.goto(`${person.origin}/disk/admin/logs?person=${crowd}`);
    await expect(page.getByText(say('只显示最近的 10,000 条', 'Only the latest 10,000'))).toBeVisible();

    // A wrong network is named, and what was typed stays.
    await page.getByRole('button', { name: say('区域', 'Regions'), exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: say('新建区域', 'New region') }).press('Enter');
    const [name, networks] = [say('名称', 'Name'), say('网段', 'Networks')].map((label) => dialog.getByRole('textbox', { name: label }));
    await networks!.fill('127.0.0.0/8\n10.8.300.0/16');
    const save = dialog.getByRole('button', { name: say('保存', 'Save'), exact: true });
    await save.press('Enter');
    await expect(dialog.getByText(say('请填写名称', 'Enter a name'))).toBeVisible();
    await name!.fill('  机房 A ');
    await name!.press('Enter');
    const segment = say('「10.8.300.0/16」第 3 段「300」须为 0 到 255 的整数', '“10.8.300.0/16”, segment 3 “300”: a whole number');
    await expect(dialog.getByText(segment)).toBeVisible();
    await inBothLooks(page, walk, 'log-region', noFault(page));
    await networks!.fill('127.0.0.0/8');
    await save.press('Enter');
    await expect(dialog.getByRole('listitem')).toContainText('127.0.0.0/8');
    await inBothLooks(page, walk, 'log-regions', noFault(page));

    // A name and a network belong to one region.
    await dialog.getByRole('button', { name: say('新建区域', 'New region') }).press('Enter');
    await name!.fill('机房 a');
    await networks!.fill('127.0.0.0/8');
    await name!.press('Enter');
    await expect(dialog.getByText(failureText('REGION_NAME_TAKEN', walk.locale))).toBeVisible();
    await name!.fill('机房 B');
    await name!.press('Enter');
    await expect(dialog.getByText(failureText('NETWORK_TAKEN', walk.locale, { text: '127.0.0.0/8', region: '机房 A' }))).toBeVisible();
    await dialog.getByRole('button', { name: say('取消', 'Cancel'), exact: true }).press('Enter');
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page
      .getByRole('button', { name: say('区域', 'Region'), exact: true })
      .last()
      .click();
    await page.getByRole('menuitem', { name: '机房 A' }).click();
    await expect(page).toHaveURL(/region=/);
    await expect(page.getByText(say('只显示最近的 10,000 条', 'Only the latest 10,000'))).toBeVisible();

    await page.getByRole('button', { name: say('导出', 'Export'), exact: true }).press('Enter');
    await expect(dialog.getByRole('note')).toContainText(say('一次最多导出 10,000 条', 'one file holds 10,000 at most'));
    await dialog.getByRole('radio', { name: say('最早的', 'The earliest') }).press('Space');
    await inBothLooks(page, walk, 'log-export', noFault(page));
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: say('导出 10,000 条', 'Export 10,000') }).press('Enter');
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
    await expect(dialog).toHaveCount(0);
    const [exported] = (await admin.call(calls.adminLog.page, { action: 'adminLog.export', userId: person.userId })).items;
    expect(exported?.detail).toMatchObject({ userId: crowd, objects: limits.logRows });

    await page
      .getByRole('button', { name: say('区域', 'Regions'), exact: true })
      .first()
      .click();
    const deletes = async (): Promise<void> => {
      await dialog.getByRole('button', { name: say('删除「机房 A」', 'Delete “机房 A”') }).press('Enter');
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('删除区域', 'Delete region') })
        .press('Enter');
    };
    // While a rule of the allowlist names it, it stays.
    const [{ regionId }] = (await admin.call(calls.adminRegion.list, {})).regions as [Region];
    const { ruleId } = await admin.call(calls.adminAllowlist.create, { object: 'links', regionIds: [regionId] });
    await deletes();
    await expect(page.getByText(failureText('REGION_IN_USE', walk.locale, { n: 1 }))).toBeVisible();
    await admin.call(calls.adminAllowlist.remove, { ruleId });
    await deletes();
    await expect(dialog.getByRole('listitem')).toHaveCount(0);
  });

test('who may only read the log neither exports it nor names networks', async ({ company, person, signedIn: page }) => {
  await officer(company, person, 'logs.view');
  await page.goto('/disk/admin/logs');
  await expect(page.getByRole('heading', { name: '日志管理', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: '导出' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '区域', exact: true })).toHaveCount(0);

  // On a phone, whoever may has both in the bar below the list.
  await officer(company, person, 'logs.view', 'logs.export', 'regions.edit');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/disk/admin/logs?person=${person.userId}`);
  const [naming, taking] = ['区域', '导出'].map((name) => page.getByRole('button', { name, exact: true }).last());
  await expect(taking!).toBeInViewport();
  await noFault(page)();
  await naming!.click();
  const dialog = page.getByRole('dialog', { name: '区域', exact: true });
  await expect(dialog.getByRole('button', { name: '新建区域' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const download = page.waitForEvent('download');
  await taking!.click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
});
