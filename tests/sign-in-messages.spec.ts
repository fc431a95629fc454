import { personPassword } from '../apps/server/src/testing/index.ts';
import { calls } from '../packages/contract/src/index.ts';
import type { Language } from '../packages/contract/src/index.ts';
import { noFault } from './admin.ts';
import { enter, expect, follow, test } from './company.ts';
import { inBothLooks, walks, wear } from './looks.ts';
import { clicksOffline, clicksTwice } from './signing-in.ts';

test('each refusal of a sign-in says why, on the screen and to a client, and one comes back to where one was', async ({
  page,
  person,
  company,
}) => {
  const [chinese, english] = walks as [(typeof walks)[number], (typeof walks)[number]];
  const here = `/disk/personalFile?note=${encodeURIComponent('年度 预算')}#末尾`;
  const account = (fields: object) => company.database.updateTable('user_account').set(fields).where('id', '=', person.userId).execute();
  await enter(page.context(), person);
  await wear(page, chinese.looks[0]);
  await page.goto(here);
  await expect(page.getByRole('button', { name: '新建文件夹' }).first()).toBeVisible();

  // The session ends while the page is open.
  await company.database.deleteFrom('session').where('user_id', '=', person.userId).execute();
  await expect(page).toHaveURL(/\/disk\/signIn\?redirect=/);
  await expect(page.getByRole('status').filter({ hasText: '登录已失效，请重新登录' })).toBeVisible();
  await inBothLooks(page, chinese, 'sign-in-ended', noFault(page));

  const button = page.locator('button[type=submit]');
  const fill = async (password: string) => {
    await page.locator('input[name=username]').fill(person.accountName);
    await page.locator('input[type=password]').fill(password);
  };
  const submit = async (password: string) => {
    await fill(password);
    await button.click();
  };
  const asks = (password: string, language: Language) =>
    company.visitor().ask(calls.user.login, { username: person.accountName, password }, { 'accept-language': language });
  const refusals = [
    [{}, 'wrong', '用户名或密码错误', 'Wrong username or password'],
    [{ frozen_at: new Date() }, personPassword, '账号已冻结，请联系管理员', 'Your account is suspended. Contact your administrator.'],
    [
      { frozen_at: null, expires_at: new Date(0) },
      personPassword,
      '账号已过期，请联系管理员',
      'Your account has expired. Contact your administrator.',
    ],
  ] as const;
  for (const [fields, password, inChinese, inEnglish] of refusals) {
    if (Object.keys(fields).length > 0) await account(fields);
    await submit(password);
    await expect(page.getByRole('alert')).toHaveText(inChinese);
    expect((await asks(password, 'zh-CN')).errmsg).toBe(inChinese);
    expect((await asks(password, 'en-US')).errmsg).toBe(inEnglish);
  }
  await inBothLooks(page, chinese, 'sign-in-refused', noFault(page));
  for (const [language, text] of [
    ['zh-CN', '登录已失效，请重新登录'],
    ['en-US', 'Your session has expired. Sign in again.'],
  ] as const) {
    const reply = await company.visitor().ask(calls.user.currentUser, {}, { 'accept-language': language });
    expect([reply.status, reply.errmsg]).toEqual([401, text]);
  }

  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your session has expired' })).toBeVisible();
  await submit(personPassword);
  await expect(page.getByRole('alert')).toHaveText(refusals[2][3]);
  await inBothLooks(page, english, 'sign-in-refused', noFault(page));
  await account({ expires_at: null });

  // The page gives a request a minute; this test gives it a second.
  await page.evaluate(() => {
    const after = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => after(ms === 60_000 ? 1000 : ms);
    Object.assign(window, { patient: () => (AbortSignal.timeout = after) });
  });
  await page.route('**/authentication/form', () => {}); // no answer
  await submit(personPassword);
  await expect(page.getByRole('alert')).toHaveText('Request timed out. Try again.');
  await page.unroute('**/authentication/form');
  await page.evaluate('patient(), undefined');

  await fill(personPassword);
  await clicksOffline(button, 'en-US');
  await clicksTwice(button, calls.user.signIn);
  await expect(page).toHaveURL(new URL(here, company.origin).href);
  await expect(page.getByRole('button', { name: 'New folder' }).first()).toBeVisible();
  // An address that leads elsewhere is not followed.
  await follow(page, `/disk/signIn?redirect=${encodeURIComponent('/disk//evil.example')}`);
  await submit(personPassword);
  await expect(page).toHaveURL(`${company.origin}/disk/personalFile`);
});
