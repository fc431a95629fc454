/** Administrators keep the service configuration: changed, refused, reverted, reset; and who may only look. */
import { sql } from 'kysely';
import type { Locator, Page } from '@playwright/test';
import { personPassword } from '../apps/server/src/testing/index.ts';
import { calls, failureText } from '../packages/contract/src/index.ts';
import type { ServiceConfigCode } from '../packages/contract/src/index.ts';
import { administrator, noFault, officer } from './admin.ts';
import { byOtherName, expect, test } from './company.ts';
import { inBothLooks, startWalk, walksOf, wear } from './looks.ts';

const rowOf = (page: Page, code: ServiceConfigCode): Locator => page.getByRole('row').filter({ hasText: code });

/** Settings are the whole company's, which other files of tests share. */
test.afterEach(async ({ company }) => {
  const admin = await administrator(company);
  for (const { code, isDefault } of (await admin.call(calls.adminConfiguration.page, {})).items)
    if (!isDefault) await admin.call(calls.adminConfiguration.update, { code });
});

for (const walk of walksOf('phone'))
  test(`a setting is changed, refused where it is wrong, reverted and reset (${walk.locale})`, async ({ page, company, person }) => {
    const admin = await officer(company, person, 'configuration.view', 'configuration.edit');
    const valueOf = async (code: ServiceConfigCode) =>
      (await admin.call(calls.adminConfiguration.page, {})).items.find((item) => item.code === code)!.value;
    const zh = walk.locale === 'zh-CN';
    await startWalk(page, person, walk);
    const phone = page.viewportSize()!.width < 760;
    const find = page.getByRole('textbox', { name: zh ? '名称、代码或备注' : 'Name, code or note' });
    const open = async (code: ServiceConfigCode, name: string) => {
      await find.fill(code);
      // Before, the row would move away from under the pointer.
      await expect(page).toHaveURL(new RegExp(`keyword=${code}`));
      const row = phone ? page.getByRole('row').filter({ hasText: name }) : rowOf(page, code);
      await (phone ? row.click() : row.dblclick());
      return page.getByRole('dialog', { name });
    };
    await sql`
      insert into service_config_change (id, code, user_id, before, after, note)
      values (uuidv7(), 'defaultSpeedLimit', ${person.userId}, '"fast"', '20971520', '')`.execute(company.database);
    await page.goto(`${person.origin}/disk/admin/configuration`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await inBothLooks(page, walk, 'configuration', noFault(page));
    const name = zh ? '默认下载限速' : 'Default download speed limit';
    const drawer = await open('defaultSpeedLimit', name);
    const save = drawer.getByRole('button', { name: zh ? '保存' : 'Save' });
    await expect(save).toBeDisabled();
    const agree = (label: string) => page.getByRole('alertdialog').getByRole('button', { name: label }).click();
    const latest = drawer.getByRole('listitem').first();
    // What an earlier release kept in another form is shown as it is, and does not come back.
    await expect(latest).toContainText('"fast" → 20 MB/s');
    await latest.getByRole('button', { name: zh ? /恢复到/ : /Revert to/ }).click();
    await agree(zh ? '恢复' : 'Revert');
    await expect(page.getByText(failureText('CONFIGURATION_VALUE_OLD', walk.locale))).toBeVisible();
    await drawer.getByText(zh ? '限制为' : 'Limited to', { exact: true }).click();
    await save.click();
    const number = drawer.getByRole('textbox', { name: zh ? '值' : 'Value' });
    await expect(number).toHaveAttribute('aria-invalid', 'true');
    await number.fill('0');
    await save.click();
    await expect(drawer.getByText('1–…')).toBeVisible();
    expect(await valueOf('defaultSpeedLimit')).toBeNull();
    await number.fill('20');
    await drawer.getByRole('textbox', { name: zh ? '备注' : 'Note' }).fill('出口带宽高峰期占满 🌐');
    await save.dblclick();
    await expect.poll(() => valueOf('defaultSpeedLimit')).toBe(20 * 2 ** 20);
    await expect(latest).toContainText(zh ? '不限 → 20 MB/s' : 'Unlimited → 20 MB/s');
    await expect(latest).toContainText('出口带宽高峰期占满 🌐');

    // Somebody else changes it meanwhile: what was typed does not overwrite it unseen.
    await number.fill('50');
    await admin.call(calls.adminConfiguration.update, { code: 'defaultSpeedLimit', value: 30 * 2 ** 20 });
    await save.click();
    await expect(page.getByText(failureText('CONFIGURATION_CHANGED', walk.locale))).toBeVisible();
    await expect(latest).toContainText('20 MB/s → 30 MB/s');
    expect(await valueOf('defaultSpeedLimit')).toBe(30 * 2 ** 20);
    await inBothLooks(page, walk, 'configuration-setting', noFault(page));

    await drawer.getByRole('button', { name: zh ? /恢复到/ : /Revert to/ }).first().click(); // prettier-ignore
    await agree(zh ? '恢复' : 'Revert');
    await expect(latest).toContainText('30 MB/s → 20 MB/s');
    expect(await valueOf('defaultSpeedLimit')).toBe(20 * 2 ** 20);
    await drawer.getByRole('button', { name: zh ? '恢复默认' : 'Use the default' }).click();
    await agree(zh ? '恢复默认' : 'Use the default');
    await expect(latest).toContainText(zh ? '20 MB/s → 不限' : '20 MB/s → Unlimited');
    expect(await valueOf('defaultSpeedLimit')).toBeNull();
    await drawer.getByRole('button', { name: zh ? '关闭' : 'Close', exact: true }).click();

    const title = await open('systemTitle', zh ? '系统名称' : 'System title');
    await title.getByRole('textbox', { name: zh ? '英文' : 'English' }).fill('');
    await title.getByRole('button', { name: zh ? '保存' : 'Save' }).click();
    await expect(title.getByRole('textbox', { name: zh ? '英文' : 'English' })).toHaveAttribute('aria-invalid', 'true');
    await expect(
      title.getByText(zh ? '中文和英文都须填写，最多 60 个字符' : 'Fill in both languages, with up to 60 characters each'),
    ).toBeVisible();
    // What was typed is not lost without a question.
    await page.keyboard.press('Escape');
    await agree(zh ? '放弃更改' : 'Discard');
    await expect(title).toHaveCount(0);

    // Nothing in it is empty, and it does not end before it begins (specification 2 sections 5 and 8).
    const strip = await open('announcement', zh ? '公告' : 'Announcement');
    await strip.getByRole('switch').click();
    const field = (chinese: string, english: string) => strip.getByLabel(zh ? chinese : english);
    await field('中文', 'Chinese').fill('今晚升级');
    await field('开始显示', 'Shown from').fill('2026-12-02T10:00');
    await field('结束显示', 'Shown until').fill('2026-12-01T10:00');
    const keep = strip.getByRole('button', { name: zh ? '保存' : 'Save' });
    await keep.click();
    await expect(strip.getByText(zh ? '存在空值：' : 'Something is empty:')).toBeVisible();
    await field('英文', 'English').fill('Upgrade tonight');
    await keep.click();
    await expect(strip.getByText(failureText('LOG_TIMES_WRONG', walk.locale))).toBeVisible();
    await inBothLooks(page, walk, 'configuration-announcement', noFault(page));
    expect(await valueOf('announcement')).toBeNull();
    await page.keyboard.press('Escape');
    await agree(zh ? '放弃更改' : 'Discard');
    await expect(strip).toHaveCount(0);

    const client = await open('clientDownload', zh ? '桌面客户端' : 'Desktop app');
    const mac = client.getByRole('group', { name: 'macOS' });
    await mac.getByRole('textbox', { name: zh ? '版本' : 'Version' }).fill('3.1');
    await mac.getByRole('textbox', { name: zh ? '下载地址' : 'Download address' }).fill('https://example.com/alcove.dmg');
    await client.getByRole('button', { name: zh ? '保存' : 'Save' }).click();
    await expect.poll(() => valueOf('clientDownload')).toEqual({ macos: { version: '3.1', address: 'https://example.com/alcove.dmg' } });
    await inBothLooks(page, walk, 'configuration-client', noFault(page));
    await client.getByRole('button', { name: zh ? '关闭' : 'Close', exact: true }).click();

    // What is set shows where nobody is signed in yet.
    const regions = await open('signInRegions', zh ? '登录区域' : 'Sign-in regions');
    await regions.getByRole('checkbox', { name: zh ? '北美' : 'North America' }).check();
    await regions.getByRole('checkbox', { name: zh ? '亚太' : 'Asia-Pacific' }).check();
    await regions.getByRole('button', { name: zh ? '保存' : 'Save' }).click();
    await expect.poll(() => valueOf('signInRegions')).toEqual(['asiaPacific', 'northAmerica']);
    await inBothLooks(page, walk, 'configuration-regions', noFault(page));
    await regions.getByRole('button', { name: zh ? '关闭' : 'Close', exact: true }).click();
    await admin.call(calls.adminConfiguration.update, { code: 'systemTitle', value: { 'zh-CN': '星河盘', 'en-US': 'Galaxy' } });
    const signIn = await page.context().newPage();
    await signIn.addInitScript((language) => localStorage.setItem('alcove-language', language), walk.locale);
    await wear(signIn, walk.looks[0]);
    await signIn.goto(byOtherName(person.origin, '/disk/signIn'));
    await expect(signIn.getByRole('heading', { name: zh ? '登录星河盘' : 'Sign in to Galaxy', level: 1 })).toBeVisible();
    await signIn.getByRole('combobox', { name: zh ? '区域' : 'Region' }).click();
    await signIn.getByRole('option', { name: zh ? '北美' : 'North America' }).click();
    await inBothLooks(signIn, walk, 'sign-in-region', noFault(signIn));
    await signIn.getByRole('textbox', { name: zh ? '用户名' : 'Username' }).fill(person.accountName);
    await signIn.locator('input[type=password]').fill(personPassword);
    await signIn.getByRole('button', { name: zh ? '登录' : 'Sign in', exact: true }).click();
    await expect(signIn).toHaveURL(/personalFile/);
    await signIn.close();
    await find.fill('');
    await expect(page.getByRole('row').filter({ hasText: zh ? '默认个人配额' : 'Default personal quota' })).toBeVisible();
    // What was typed a moment before the click that leaves the field counts with it.
    await find.fill('clientDownload');
    await page.getByRole('button', { name: zh ? '只看改过的' : 'Changed only' }).click();
    await expect(page).toHaveURL(/keyword=clientDownload&changed=1/);
    await expect(find).toHaveValue('clientDownload');
    await find.fill('');
    await expect(page).toHaveURL(/\?changed=1/);
    await expect(page.getByRole('row').filter({ hasText: zh ? '桌面客户端' : 'Desktop app' })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0);
  });

test('whoever may only look changes nothing', async ({ company, person, signedIn: page }) => {
  await officer(company, person, 'configuration.view');
  await page.goto(`${person.origin}/disk/admin/configuration`);
  await rowOf(page, 'folderDownload').dblclick();
  const drawer = page.getByRole('dialog', { name: '文件夹下载' });
  await expect(drawer.getByText('只能查看')).toBeVisible();
  await expect(drawer.getByRole('switch')).toBeDisabled();
  await expect(drawer.getByRole('button', { name: '保存' })).toHaveCount(0);
});
