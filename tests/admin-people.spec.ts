/** Administrators and their people: accounts, what a role shows of the area, and lists from Excel. */
import { calls } from '../packages/contract/src/index.ts';
import { written } from '../apps/server/src/sheets/sheets.test-support.ts';
import { noFault, officer, openMenu } from './admin.ts';
import { expect, follow, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

for (const walk of walksOf('desktop'))
  test(`an officer creates a colleague, hands over the password once, suspends them and lets them in again (${walk.locale})`, async ({
    page,
    company,
    person,
  }) => {
    await officer(
      company,
      person,
      'people.view',
      'people.create',
      'people.edit',
      'people.freeze',
      'people.resetPassword',
      'people.sessions',
    );
    const zh = walk.locale === 'zh-CN';
    await startWalk(page, person, walk);
    await page.goto(`${person.origin}/disk/personalFile`);
    await page.getByRole('banner').getByRole('button').last().click();
    await page.getByRole('menuitem', { name: zh ? '管理后台' : 'Administration' }).click();
    await expect(page).toHaveURL(/\/disk\/admin\/people/);
    const row = page.getByRole('row').filter({ hasText: person.accountName });
    await expect(row).toBeVisible();
    await inBothLooks(page, walk, 'admin-people', noFault(page));

    const create = zh ? '新建用户' : 'New person';
    await page.getByRole('button', { name: create }).click();
    const form = page.getByRole('dialog', { name: create });
    await form.getByRole('button', { name: create }).click();
    await expect(form.getByRole('textbox', { name: zh ? '姓名' : 'Full name' })).toBeFocused();
    await form.getByRole('textbox', { name: zh ? '姓名' : 'Full name' }).fill('顾言');
    const accountName = `gu_yan_${Date.now()}`;
    await form.getByRole('textbox', { name: zh ? '账号' : 'Account' }).fill('gu-yan');
    await form.getByRole('button', { name: create }).click();
    await expect(form.getByRole('textbox', { name: zh ? '账号' : 'Account' })).toHaveAttribute('aria-invalid', 'true');
    await inBothLooks(page, walk, 'admin-person', noFault(page));
    await form.getByRole('textbox', { name: zh ? '账号' : 'Account' }).fill(accountName);
    await form.getByRole('button', { name: create }).dblclick();
    const given = page.getByRole('dialog', { name: /顾言/ });
    const password = await given.locator('code').innerText();
    await inBothLooks(page, walk, 'admin-password', noFault(page));
    await given.getByRole('button', { name: zh ? '我已记下' : 'Done' }).click();
    await expect(page.getByText(password)).toHaveCount(0);

    await page.getByPlaceholder(zh ? '姓名、拼音、账号或手机' : 'Name, account or phone').fill('guyan');
    const theirs = page.getByRole('row').filter({ hasText: accountName });
    await expect(theirs).toBeVisible();
    const newcomer = company.visitor();
    await newcomer.call(calls.user.signIn, { username: accountName, password });
    await openMenu(theirs);
    await page.getByRole('menuitem', { name: zh ? '登录设备' : 'Sessions' }).click();
    const sessions = page.getByRole('dialog', { name: zh ? '顾言 的登录设备' : 'Sessions of 顾言' });
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await inBothLooks(page, walk, 'admin-sessions', noFault(page));
    await sessions.getByRole('button', { name: zh ? '结束全部 1 个登录' : 'End all sessions (1)' }).click();
    await expect(sessions.getByRole('listitem')).toHaveCount(0);
    expect((await newcomer.ask(calls.user.currentUser, {})).status).toBe(401);
    await sessions.getByRole('button', { name: zh ? '关闭' : 'Close' }).click();
    // A platform that takes somebody else for them.
    const platform = {
      id: crypto.randomUUID(),
      name: `身份平台 ${walk.locale}`,
      protocol: 'ldap' as const,
      issuer: 'ldap',
      revision: crypto.randomUUID(),
    };
    const rules = {
      account_name_claim: 'uid',
      real_name_claim: 'cn',
      mail_claim: 'mail',
      matches_accounts: false,
      creates_accounts: false,
    };
    const offered = { enabled: false, is_the_sign_in: false, asks_second_factor: false };
    await company.database
      .insertInto('platform')
      .values({ ...platform, ...rules, ...offered })
      .execute();
    const { id } = await company.database
      .selectFrom('user_account')
      .select('id')
      .where('account_name', '=', accountName)
      .executeTakeFirstOrThrow();
    const link = { platform_id: platform.id, issuer: 'ldap', subject: 'another', user_id: id };
    await company.database.insertInto('identity_link').values(link).execute();
    await openMenu(theirs);
    await page.getByRole('menuitem', { name: zh ? '编辑' : 'Edit' }).click();
    const known = page.getByRole('region', { name: zh ? '登录平台' : 'Sign-in platforms' });
    await expect(known).toContainText(platform.name);
    await inBothLooks(page, walk, 'admin-person-platforms', noFault(page));
    const unlink = zh ? '解除关联' : 'Unlink';
    await known.getByRole('button', { name: zh ? `解除关联：${platform.name}` : `Unlink from ${platform.name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: unlink }).click();
    await expect(known).toHaveCount(0);
    await page.getByRole('button', { name: zh ? '取消' : 'Cancel' }).click();
    await newcomer.call(calls.user.signIn, { username: accountName, password });
    await openMenu(theirs);
    await page.getByRole('menuitem', { name: zh ? '冻结' : 'Suspend' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: zh ? '冻结' : 'Suspend' })
      .click();
    await expect(theirs).toContainText(zh ? '已冻结' : 'Suspended');
    expect((await newcomer.ask(calls.user.currentUser, {})).status).toBe(401);
    await openMenu(theirs);
    await page.getByRole('menuitem', { name: zh ? '解冻' : 'Reactivate' }).click();
    await expect(theirs).not.toContainText(zh ? '已冻结' : 'Suspended');
  });

/** The screens for which it does not suffice that one may see people. */
const others = [
  'people/import',
  'people/offboard',
  'dashboard',
  'roles',
  'reviews',
  'contentRules',
  'files',
  'recycle',
  'logs',
  'platforms',
  'allowlist',
  'agreements',
  'configuration',
];

test('the area shows what the roles name: no entry and a 403 page without, no buttons beyond, and nothing after the role is taken', async ({
  signedIn: page,
  person,
  company,
}) => {
  await page.goto('/disk/personalFile');
  await page.getByRole('button', { name: /^账号/ }).click();
  await expect(page.getByRole('menuitem', { name: '修改密码' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '管理后台' })).toHaveCount(0);
  const forbidden = page.getByRole('heading', { name: '你没有权限访问这个页面', level: 1 });
  for (const path of ['/disk/admin', '/disk/admin/people', '/disk/admin/nothing']) {
    await follow(page, path);
    await expect(forbidden).toBeVisible();
    await follow(page, '/disk/personalFile');
    await expect(forbidden).toHaveCount(0);
  }
  const admin = await officer(company, person, 'people.view');
  await page.goto('/disk/admin');
  const own = page.getByRole('row').filter({ hasText: person.accountName });
  await expect(own).toBeVisible();
  await expect(page.getByRole('button', { name: '新建用户' })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: '主菜单' }).getByRole('link')).toHaveText(['用户管理']);
  for (const path of others) {
    await follow(page, `/disk/admin/${path}`);
    await expect(forbidden, path).toBeVisible();
    await follow(page, '/disk/admin/people');
    await expect(forbidden, path).toHaveCount(0);
  }
  await follow(page, '/disk/admin/nothing');
  await expect(page.getByRole('heading', { name: '页面不存在', level: 1 })).toBeVisible();
  const { items } = await admin.call(calls.adminRole.page, {});
  const employee = items.find(({ builtIn }) => builtIn === 'employee')!.roleId;
  await admin.call(calls.adminRole.assign, { userIds: [person.userId], roleIds: [employee] });
  await page.goto('/disk/admin/people');
  await expect(forbidden).toBeVisible();
});

for (const walk of walksOf('phone'))
  test(`people come from Excel: errors by cell, a reload in between, and one-time passwords at the end (${walk.locale})`, async ({
    page,
    company,
    person,
  }) => {
    await officer(company, person, 'people.view', 'people.import', 'people.export');
    const zh = walk.locale === 'zh-CN';
    await startWalk(page, person, walk);
    const ends = Date.now().toString(36);
    await page.goto(`${person.origin}/disk/admin/people/import`);
    await inBothLooks(page, walk, 'admin-import', noFault(page));
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: zh ? '选择文件' : 'Choose a file' }).click();
    const head = zh ? ['账号', '姓名', '邮箱'] : ['Account name', 'Full name', 'Email'];
    const sheet = await written([head, [`ann_${ends}`, 'Ann', ''], [`bob-${ends}`, 'Bob', 'bob@'], [`cy_${ends}`, '晨曦', '']], 'xlsx');
    await (await chooser).setFiles({ name: '名单.xlsx', mimeType: 'application/octet-stream', buffer: sheet });
    await expect(page.getByRole('cell', { name: 'A3', exact: true })).toBeVisible();
    await expect(page.getByRole('cell', { name: 'C3', exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('cell', { name: 'C3', exact: true })).toBeVisible();
    await inBothLooks(page, walk, 'admin-import-checked', noFault(page));
    await page.getByRole('button', { name: zh ? '导入 2 人' : 'Import 2 people' }).click();
    await expect(page.getByRole('heading', { name: zh ? '已创建 2 个账号' : '2 accounts were created' })).toBeVisible();
    await inBothLooks(page, walk, 'admin-import-done', noFault(page));
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: zh ? '下载一次性密码' : 'Download one-time passwords' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
    await page.getByRole('link', { name: zh ? '查看用户' : 'Show people' }).click();
    await page.getByPlaceholder(zh ? '姓名、拼音、账号或手机' : 'Name, account or phone').fill(`cy_${ends}`);
    await expect(page.getByRole('row').filter({ hasText: `cy_${ends}` })).toContainText('晨曦');
  });
