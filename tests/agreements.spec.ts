/** Agreements: written, published, accepted again, read by anybody; and what everybody is told on top of the screens. */
import type { Page } from '@playwright/test';
import { openCompany } from '../apps/server/src/testing/index.ts';
import type { Company } from '../apps/server/src/testing/index.ts';
import { calls, failureText } from '../packages/contract/src/index.ts';
import { administrator, noFault, officer } from './admin.ts';
import { byOtherName, expect, follow, pageBeside, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

/** A version that asks holds back a whole company, so these tests have one of their own. */
let company: Company;
test.beforeAll(async () => {
  company = await openCompany();
});
test.afterAll(() => company.close());

const accepts = (page: Page, zh: boolean) => page.getByRole('button', { name: zh ? '我已阅读并同意' : 'I agree' });

for (const walk of walksOf('desktop'))
  test(`a new version is published, shown to who works, and accepted (${walk.locale})`, async ({ page }) => {
    const zh = walk.locale === 'zh-CN';
    const [person, reader] = [await company.person(), await company.person()];
    const admin = await administrator(company);
    const { edition } = await admin.call(calls.agreement.list, {});
    for (const each of [admin, person, reader]) await each.call(calls.user.acknowledgeAgreement, { edition });
    await officer(company, person, 'agreements.view', 'agreements.edit', 'agreements.export');
    const tab = await pageBeside(page, reader);
    await tab.addInitScript((language) => localStorage.setItem('alcove-language', language), walk.locale);
    await tab.goto(byOtherName(company.origin, '/disk/personalFile'));
    await expect(tab.getByRole('navigation').first()).toBeVisible();

    await startWalk(page, person, walk);
    await page.goto(`${company.origin}/disk/admin/agreements`);
    const rules = page.getByRole('listitem', { name: zh ? '使用约定' : 'Usage agreement' });
    await expect(rules).toBeVisible();
    await inBothLooks(page, walk, 'agreements', noFault(page));
    await rules.getByRole('button', { name: zh ? '编辑' : 'Edit' }).focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog').first();
    const text = drawer.getByRole('textbox', { name: zh ? '内容（Markdown）' : 'Text (Markdown)' });
    await text.fill('1. 不外传\n2. <b>不转借</b>\n\n[链接](https://example.com)');
    const languages = drawer.getByRole('radiogroup', { name: zh ? '语言' : 'Language' });
    await languages.getByText(zh ? 'English' : '简体中文').click();
    await text.fill('');
    const publish = drawer.getByRole('button', { name: zh ? '发布…' : 'Publish…' });
    await publish.click();
    await expect(drawer.getByText(zh ? '中文和英文的内容都不能为空' : 'The text can’t be empty in either language')).toBeVisible();
    await text.fill(`The other text ${walk.locale}`);
    // Somebody else has begun a draft meanwhile: it is not overwritten unseen.
    const theirs = { 'zh-CN': '别人的草稿', 'en-US': 'Another draft' };
    const { revision } = await admin.call(calls.adminAgreement.saveDraft, {
      document: 'usageRules',
      text: theirs,
      note: theirs,
      seen: null,
    });
    await drawer.getByRole('button', { name: zh ? '保存草稿' : 'Save draft' }).click();
    await expect(drawer.getByText(failureText('AGREEMENT_DRAFT_CHANGED', walk.locale))).toBeVisible();
    await admin.call(calls.adminAgreement.discardDraft, { document: 'usageRules', seen: revision });
    await languages.getByText(zh ? '简体中文' : 'English').click();
    await drawer.getByRole('textbox', { name: zh ? /改动说明/ : /What changed/ }).fill('新增第二条 🌐');
    await drawer.getByText(zh ? '预览' : 'Preview', { exact: true }).click();
    await expect(drawer.getByText('<b>不转借</b>')).toBeVisible();
    await inBothLooks(page, walk, 'agreements-draft', noFault(page));
    await publish.click();
    const question = page.getByRole('dialog', { name: zh ? /^发布《/ : /^Publish version/ });
    await expect(question.getByText(zh ? '所有人须重新同意' : 'Everybody must accept again')).toBeVisible();
    await question.getByRole('button', { name: zh ? '发布' : 'Publish', exact: true }).click();

    // Who published it is asked as everybody, and so is the open tab of somebody else, without a reload.
    await expect(accepts(tab, zh)).toBeVisible();
    await expect(tab.getByText('新增第二条 🌐')).toBeVisible();
    await expect(accepts(page, zh)).toBeEnabled();
    await inBothLooks(page, walk, 'agreements-dialog', noFault(page));
    await page.keyboard.press('Escape');
    await accepts(page, zh).click();
    await expect(accepts(page, zh)).toHaveCount(0);
    await expect(rules.getByText('新增第二条 🌐')).toBeVisible();

    await rules.getByRole('button', { name: zh ? '版本历史' : 'Version history' }).click();
    await page.getByRole('button', { name: zh ? '与上一版本比较' : 'Compare with previous' }).first().click(); // prettier-ignore
    await expect(page.locator('ins').filter({ hasText: '不外传' })).toBeVisible();
    await inBothLooks(page, walk, 'agreements-history', noFault(page));
    await page.keyboard.press('Escape');
    await follow(page, '/disk/admin/agreements/people');
    await expect(page.getByRole('row').filter({ hasText: reader.accountName.slice(0, 8) }).first()).toBeVisible(); // prettier-ignore
    await inBothLooks(page, walk, 'agreements-people', noFault(page));

    await accepts(tab, zh).click();
    await expect(accepts(tab, zh)).toHaveCount(0);
    await admin.call(calls.user.acknowledgeAgreement, { edition: (await admin.call(calls.agreement.list, {})).edition });
    const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();
    const told = { 'zh-CN': `今晚升级 ${walk.locale}\n期间可以查看和下载`, 'en-US': `Upgrade tonight ${walk.locale}` };
    await admin.call(calls.adminConfiguration.update, {
      code: 'announcement',
      value: { text: told, from: hours(-1), to: hours(3), stopsAt: hours(0.5) },
    });
    const strip = tab.getByRole('region', { name: zh ? '公告' : 'Announcement' });
    await expect(strip).toContainText(zh ? '今晚升级' : 'Upgrade tonight');
    await follow(page, '/disk/admin/agreements');
    await expect(page.getByRole('region', { name: zh ? '公告' : 'Announcement' })).toBeVisible();
    await expect(rules).toBeVisible();
    await inBothLooks(page, walk, 'announcement', noFault(page));
    await strip.getByRole('button', { name: zh ? '关闭公告' : 'Close announcement' }).click();
    await tab.reload();
    await expect(tab.getByRole('navigation').first()).toBeVisible();
    await expect(strip).toHaveCount(0);
    await admin.call(calls.adminConfiguration.update, { code: 'announcement' });
    await tab.close();

    // Anybody may read all of it, signed out too.
    await page.context().clearCookies();
    await page.goto(`${company.origin}/disk/policylist`);
    await page.getByText(zh ? /^以往版本/ : /^Earlier versions/).first().click(); // prettier-ignore
    await page.getByRole('listitem').getByRole('link', { name: zh ? /^版本 1 / : /^Version 1 / }).first().click(); // prettier-ignore
    await expect(page.getByText(zh ? '这是以往的版本。' : 'This is an earlier version.')).toBeVisible();
  });
