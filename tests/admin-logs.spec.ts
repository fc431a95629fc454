/** Administrators read the log: filters, the chart, an entry with what changed; and who may not. */
import { calls } from '../packages/contract/src/index.ts';
import { administrator, noFault, officer } from './admin.ts';
import { expect, test } from './company.ts';
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
    const rows = page.getByRole('row');
    const find = page.getByRole('textbox', { name: zh ? '对象、地址、traceId' : 'Object, address, traceId' });
    await find.fill(name);
    const made = rows.filter({ hasText: zh ? '新建文件夹' : 'Create folder' });
    await expect(made).toHaveCount(1);
    await expect(rows.filter({ hasText: zh ? '修改用户' : 'Change person' })).toHaveCount(0);
    await find.fill('');
    await page.goto(`${person.origin}/disk/admin/logs?action=adminUser.update`);
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

    if (desktop) {
      // By keyboard to the newest bar, then only its time.
      await page.getByRole('slider').focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/from=/);
      await expect(changed).toBeVisible();
    }
  });

test('who may only read the log neither exports it nor names networks; who may not has no page', async ({
  company,
  person,
  signedIn: page,
}) => {
  await officer(company, person, 'people.view');
  await page.goto('/disk/admin/logs');
  await expect(page.getByRole('heading', { name: '你没有权限访问这个页面' })).toBeVisible();
  await officer(company, person, 'logs.view');
  await page.goto('/disk/admin/logs');
  await expect(page.getByRole('heading', { name: '日志管理' })).toBeVisible();
  await expect(page.getByRole('button', { name: '导出' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '区域', exact: true })).toHaveCount(0);
});
