import { personPassword } from '../apps/server/src/testing/index.ts';
import { calls } from '../packages/contract/src/index.ts';
import { noFault } from './admin.ts';
import { enter, expect, test } from './company.ts';
import { inBothLooks, walks, wear } from './looks.ts';

for (const walk of walks)
  test(`each refusal of a sign-in says why, on the screen and to a client, and one comes back to where one was (${walk.locale})`, async ({
    page,
    person,
    company,
  }) => {
    const zh = walk.locale === 'zh-CN';
    const says = (chinese: string, english: string) => (zh ? chinese : english);
    const here = `/disk/personalFile?note=${encodeURIComponent('年度 预算')}#末尾`;
    const account = (fields: object) => company.database.updateTable('user_account').set(fields).where('id', '=', person.userId).execute();
    await page.addInitScript((language) => localStorage.setItem('alcove-language', language), walk.locale);
    // The page gives a request a minute; this test gives it a second.
    await page.addInitScript(() => {
      const after = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (ms) => after(ms === 60_000 ? 1000 : ms);
    });
    await enter(page.context(), person);
    await wear(page, walk.looks[0]);
    await page.goto(here);
    await expect(page.getByRole('button', { name: says('新建文件夹', 'New folder') }).first()).toBeVisible();

    // The session ends while the page is open.
    await company.database.deleteFrom('session').where('user_id', '=', person.userId).execute();
    await expect(page).toHaveURL(/\/disk\/signIn\?redirect=/);
    await expect(page.getByRole('status').filter({ hasText: says('登录已失效，请重新登录', 'Your session has expired') })).toBeVisible();
    await inBothLooks(page, walk, 'sign-in-ended', noFault(page));

    const submit = async (password: string) => {
      await page.getByRole('textbox', { name: says('用户名', 'Username') }).fill(person.accountName);
      await page.locator('input[type=password]').fill(password);
      await page.getByRole('button', { name: says('登录', 'Sign in'), exact: true }).click();
    };
    const asks = async (password: string) =>
      company.visitor().ask(calls.user.login, { username: person.accountName, password }, { 'accept-language': walk.locale });
    const refusals: [object, string, string][] = [
      [{}, 'wrong', says('用户名或密码错误', 'Wrong username or password')],
      [
        { frozen_at: new Date() },
        personPassword,
        says('账号已冻结，请联系管理员', 'Your account is suspended. Contact your administrator.'),
      ],
      [
        { frozen_at: null, expires_at: new Date(0) },
        personPassword,
        says('账号已过期，请联系管理员', 'Your account has expired. Contact your administrator.'),
      ],
    ];
    for (const [fields, password, text] of refusals) {
      if (Object.keys(fields).length > 0) await account(fields);
      await submit(password);
      await expect(page.getByRole('alert')).toHaveText(text);
      expect((await asks(password)).errmsg).toBe(text);
    }
    await inBothLooks(page, walk, 'sign-in-refused', noFault(page));
    await account({ expires_at: null });
    const reply = await company.visitor().ask(calls.user.currentUser, {}, { 'accept-language': walk.locale });
    expect([reply.status, reply.errmsg]).toEqual([401, says('登录已失效，请重新登录', 'Your session has expired. Sign in again.')]);

    await page.route('**/authentication/form', () => {}); // no answer
    await submit(personPassword);
    await expect(page.getByRole('alert')).toHaveText(says('请求超时，请重试', 'Request timed out. Try again.'));
    await page.unroute('**/authentication/form');

    // An address that leads elsewhere is not followed; the first one is, with its query.
    await page.goto(`/disk/signIn?redirect=${encodeURIComponent('/disk//evil.example')}`);
    await submit(personPassword);
    await expect(page).toHaveURL(`${company.origin}/disk/personalFile`);
    await company.database.deleteFrom('session').where('user_id', '=', person.userId).execute();
    await page.goto(here);
    await expect(page).toHaveURL(/\/disk\/signIn\?redirect=/);
    await submit(personPassword);
    await expect(page).toHaveURL(new URL(here, company.origin).href);
  });
