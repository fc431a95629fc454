/** Administrators find files in all spaces by name, open one for a reason that its owner is told, and manage them. */
import type { Locator, Page } from '@playwright/test';
import { calls } from '../packages/contract/src/index.ts';
import { noFault, officer, openMenu } from './admin.ts';
import { expect, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

for (const walk of walksOf('desktop'))
  test(`a file of somebody is found, opened for a reason and managed (${walk.locale})`, async ({ page, company, person }) => {
    const zh = walk.locale === 'zh-CN';
    const say = (chinese: string, english: string): string => (zh ? chinese : english);
    const owner = await company.person();
    const mark = owner.accountName.slice(-8);
    const folder = await owner.folder(`薪酬 ${mark}`);
    await owner.uploads(`secret of ${mark}`, `季度薪酬 ${mark}.txt`, folder.instanceId);
    const linked = await owner.uploads('linked', `第三方报告 ${mark}.txt`);
    await owner.call(calls.link.createOrUpdate, { instanceIds: [linked.instanceId] });
    await officer(company, person, 'files.view', 'files.look', 'files.download', 'files.remove', 'files.endSharing', 'files.sensitivity');
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

    await openMenu(rowOf(page, '季度薪酬'));
    await page
      .getByRole('menuitem', { name: say('查看', 'Open'), exact: false })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    const open = dialog.getByRole('button', { name: say('记录原因并打开', 'Log reason and open') });
    await expect(open).toBeDisabled();
    await dialog.getByRole('radio', { name: say('安全事件', 'Security incident') }).press('Space');
    await dialog.getByRole('textbox').fill('Ticket 2026-118: compare with the ledger');
    await inBothLooks(page, walk, 'admin-files-reason', noFault(page));
    await open.press('Enter');
    await expect(page.getByText(`secret of ${mark}`)).toBeVisible();
    await expect(dialog.getByRole('listitem')).toContainText(`Name of ${owner.accountName}`);
    await inBothLooks(page, walk, 'admin-files-open', noFault(page));
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    const notices = await owner.call(calls.notice.page, {});
    expect(notices.items.filter(({ kind }) => kind === 'fileLooked')).toHaveLength(1);

    await openMenu(rowOf(page, '季度薪酬'));
    await page.getByRole('menuitem', { name: say('设置密级…', 'Set sensitivity…') }).click();
    await dialog.getByRole('radio', { name: say('高密级', 'High') }).check();
    await dialog.getByRole('button', { name: say('设置', 'Set'), exact: true }).click();
    await expect(rowOf(page, '季度薪酬')).toContainText(say('高密级', 'High'));

    await page.goto(`${person.origin}/disk/admin/files?keyword=${encodeURIComponent(mark)}&given=linked`);
    await expect(rowOf(page, '季度薪酬')).toHaveCount(0);
    await openMenu(rowOf(page, '第三方报告'));
    await page.getByRole('menuitem', { name: say('结束外链', 'End links') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('结束外链', 'End links') })
      .click();
    await expect(rowOf(page, '第三方报告')).toHaveCount(0);

    await page.goto(`${person.origin}/disk/admin/files?keyword=${encodeURIComponent(mark)}`);
    await openMenu(rowOf(page, '季度薪酬'));
    await page.getByRole('menuitem', { name: say('删除', 'Delete') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('删除', 'Delete') })
      .click();
    await expect(rowOf(page, '季度薪酬')).toHaveCount(0);
    const bin = await owner.call(calls.recycle.page, {});
    expect(bin.items.map(({ instanceName }) => instanceName)).toContain(`季度薪酬 ${mark}.txt`);
  });
