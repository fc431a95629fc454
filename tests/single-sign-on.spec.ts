import { calls, failures } from '../packages/contract/src/index.ts';
import type { OidcPlatform } from '../packages/contract/src/index.ts';
import { noFault, officer, openMenu } from './admin.ts';
import { networkOf } from '../apps/server/src/networks.ts';
import { openLyingProvider, openRealProvider } from '../apps/server/src/platforms/provider.test-support.ts';
import { adminPassword } from '../apps/server/src/testing/index.ts';
import { expect, follow, inCompanyOf } from './company.ts';
import { inBothLooks, startWalk, walks, walksOf } from './looks.ts';
import { clicksOffline, clicksTwice } from './signing-in.ts';

const { adminPlatform } = calls;

/** A company that may call the provider of the test, which is on this machine. */
const { test, own } = inCompanyOf(async () => ({ outgoing: { opened: [networkOf('127.0.0.1')!], http: true }, outgoingMs: 3000 }));

for (const walk of walksOf('phone'))
  test(`the way back from a platform, without network and while the platform does not answer (${walk.locale})`, async ({ page }) => {
    const company = await own();
    const admin = company.visitor();
    await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
    const provider = await openLyingProvider();
    const says = (chinese: string, english: string) => (walk.locale === 'zh-CN' ? chinese : english);
    const subject = `back_${walk.locale.slice(0, 2)}`;
    const fields = { name: '统一身份', issuer: provider.issuer, clientId: 'alcove', createsAccounts: true, enabled: true };
    const { platformId, addresses } = await admin.call(adminPlatform.create, fields);
    // Whoever is led there is signed in there already.
    await page.route(`${provider.issuer}/authorize*`, (route) => {
      const asked = new URL(route.request().url()).searchParams;
      provider.nonces.set(subject, asked.get('nonce')!);
      const answer = new URLSearchParams({ state: asked.get('state')!, code: subject }).toString();
      return route.fulfill({ status: 302, headers: { location: `${addresses.redirect}?${answer}` } });
    });
    try {
      await page.addInitScript((language) => localStorage.setItem('alcove-language', language), walk.locale);
      const there = page.getByRole('button', { name: says('使用统一身份登录', 'Sign in with 统一身份') });
      const alert = page.getByRole('alert');
      await page.goto('/disk/signIn?redirect=%2Fdisk%2FgroupFile');
      // What the platform sent does not arrive here.
      await page.route(`**${calls.platform.finishSignIn.path}`, (route) => route.abort('internetdisconnected'), { times: 1 });
      await there.click();
      await expect(alert).toHaveText(says('网络异常，请检查后重试', 'Network error. Check your connection and try again.'));
      await inBothLooks(page, walk, 'single-sign-on-no-network', noFault(page));
      // It arrives the second time, and the platform has no answer.
      provider.liesOf.set(subject, { instead: (response) => response.destroy() });
      await page.getByRole('button', { name: says('重试', 'Retry') }).click();
      await expect(alert).toHaveText(failures.PLATFORM_NOT_ANSWERING[walk.locale]);
      await inBothLooks(page, walk, 'single-sign-on-not-answering', noFault(page));
      // It is used up, so the next try begins anew, and leads to where the person was going.
      provider.liesOf.delete(subject);
      await page.getByRole('button', { name: says('重新登录', 'Sign in again') }).click();
      await there.click();
      await expect(page).toHaveURL(/\/disk\/groupFile$/);
    } finally {
      // The end of the session would lead the page to the sign-in.
      await page.goto('about:blank');
      await admin.call(adminPlatform.remove, { platformId });
      await provider.close();
    }
  });

test('with the company’s own provider: in, back to where one was, out, and what is said when it fails', async ({ page }) => {
  const company = await own();
  const admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  const platform = await admin.call(calls.adminPlatform.create, {
    name: '统一身份',
    issuer: 'http://127.0.0.1:1',
    clientId: 'alcove',
    enabled: true,
  });
  const { redirect, signedOut } = platform.addresses;
  const provider = await openRealProvider({ redirectUris: [redirect], signedOut });
  const { platformId } = platform;
  try {
    const english = walks.find(({ locale }) => locale === 'en-US')!;
    const button = page.getByRole('button', { name: '使用统一身份登录' });
    const userName = page.getByRole('textbox', { name: '用户名' });
    await page.goto('/disk/recycleBin');
    await expect(page).toHaveURL(/\/disk\/signIn\?redirect=/);
    await expect(userName).toBeVisible();
    await inBothLooks(page, walksOf('phone')[0]!, 'single-sign-on', noFault(page));
    await clicksOffline(button, 'zh-CN');
    // Nobody answers at this address.
    await clicksTwice(button, calls.platform.startSignIn);
    await expect(page.getByRole('alert')).toHaveText(failures.PLATFORM_NOT_ANSWERING['zh-CN']);

    await admin.call(calls.adminPlatform.update, { platformId, issuer: provider.issuer, secret: provider.secret });
    await clicksTwice(button, calls.platform.startSignIn);
    const signsInThere = async () => {
      await page.locator('input[name=login]').fill('li_na');
      await page.locator('input[name=password]').fill('any');
      await page.locator('button[type=submit]').click();
    };
    const allowsThere = page.getByRole('button', { name: 'Continue' });
    await signsInThere();
    await allowsThere.click();
    // Whom nobody has made an account for is told so, and comes back to where they were going once there is one.
    await expect(page.getByRole('alert')).toHaveText(failures.PLATFORM_ACCOUNT_MISSING['zh-CN']);
    await inBothLooks(page, walksOf('phone')[0]!, 'single-sign-on-no-account', noFault(page));
    await admin.call(calls.adminPlatform.update, { platformId, createsAccounts: true });
    await page.getByRole('button', { name: '重新登录' }).click();
    await button.click();
    await expect(page).toHaveURL(/\/disk\/recycleBin$/);
    await page.getByRole('button', { name: '我已阅读并同意' }).click();

    // Out here and there, and back.
    await page.getByRole('banner').getByRole('button').last().click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/session/end`));
    await page.locator('button[name=logout]').click();
    await expect(page).toHaveURL(/\/disk\/signIn\/out/);
    await expect(page.getByRole('heading', { name: '已退出登录', level: 1 })).toBeVisible();

    // Where the platform is the way to sign in, one is led there; who has just signed out is not.
    await admin.call(calls.adminPlatform.update, { platformId, isTheSignIn: true });
    await page.getByRole('button', { name: 'English' }).click();
    const there = page.getByRole('button', { name: 'Sign in with 统一身份' });
    const userNameHere = page.getByRole('textbox', { name: 'Username' });
    await expect(there).toBeVisible();
    await expect(userNameHere).toBeHidden();
    await follow(page, '/disk/signIn?local');
    await expect(userNameHere).toBeVisible();
    // Whoever gives up there comes back to where they were going once they try again.
    await follow(page, '/disk/signIn?redirect=%2Fdisk%2FgroupFile');
    await expect(page.locator('input[name=login]')).toBeVisible();
    await page.getByText('Cancel').click();
    await expect(page.getByRole('alert')).toContainText('didn’t allow this sign-in');
    await inBothLooks(page, english, 'single-sign-on-refused', noFault(page));
    const again = page.getByRole('button', { name: 'Sign in again' });
    await again.click();
    // The provider's page is left open over night.
    await expect(page.locator('input[name=login]')).toBeVisible();
    await company.database
      .updateTable('sign_in_flow')
      .set({ expires_at: new Date(0) })
      .execute();
    await signsInThere();
    await allowsThere.click();
    await expect(page.getByRole('alert')).toContainText('timed out or was already used');
    await inBothLooks(page, english, 'single-sign-on-over', noFault(page));
    await again.click();
    // Whoever has just signed out is asked there each time, until they are in.
    await signsInThere();
    await expect(page).toHaveURL(/\/disk\/groupFile$/);
    // The address that the platform led back to opens nothing twice, and does no harm to who is signed in.
    await page.goto(`${redirect}?state=used&code=used`);
    await again.click();
    await expect(page).toHaveURL(/\/disk\/groupFile$/);
  } finally {
    await provider.close();
  }
});

for (const walk of walksOf('phone'))
  test(`a platform is tested, made, changed, switched off and deleted (${walk.locale})`, async ({ page, person }) => {
    const company = await own();
    const admin = await officer(company, person, 'platforms.view', 'platforms.edit');
    const says = (chinese: string, english: string) => (walk.locale === 'zh-CN' ? chinese : english);
    const provider = await openLyingProvider();
    const named = async (name: string) =>
      (await admin.call(calls.adminPlatform.page, {})).find((one) => one.protocol === 'oidc' && one.name === name) as
        | OidcPlatform
        | undefined;
    try {
      await startWalk(page, person, walk);
      await page.goto(`${person.origin}/disk/admin/platforms`);
      await page.getByRole('button', { name: says('新建平台', 'New platform') }).click();
      const form = page.getByRole('dialog');
      const field = (label: string) => form.getByRole('textbox', { name: label, exact: true });
      const submit = form.getByRole('button', { name: says('新建平台', 'New platform') });
      const test = form.getByRole('button', { name: says('测试连接', 'Test connection') });
      await submit.click();
      await expect(field(says('名称', 'Name'))).toBeFocused();
      await field(says('名称', 'Name')).fill('身份平台');
      await field(says('签发者地址', 'Issuer')).fill('nothing');
      await field(says('客户端 ID', 'Client ID')).fill('alcove');
      await form.getByLabel(says('客户端密钥', 'Client secret'), { exact: true }).fill('very-secret');
      await test.click();
      await expect(field(says('签发者地址', 'Issuer'))).toHaveAttribute('aria-invalid', 'true');
      await field(says('签发者地址', 'Issuer')).fill('https://10.0.0.1');
      await test.click();
      const failed = form.getByText(says('没有得到预期的响应', 'No answer as expected'));
      await expect(failed).toBeVisible();
      await field(says('签发者地址', 'Issuer')).fill(provider.issuer);
      await expect(failed).toHaveCount(0);
      await test.click();
      await expect(form.getByText(says('已取得签名公钥', 'Its signing keys were read'))).toBeVisible();
      await inBothLooks(page, walk, 'platform-form', noFault(page));
      await submit.click();
      // What must be entered at the platform is shown as soon as it is there.
      await expect(form.getByText('/disk/signIn/back/')).toBeVisible();
      const made = (await named('身份平台'))!;
      expect([made.hasSecret, made.enabled, made.issuer]).toEqual([true, true, provider.issuer]);
      await inBothLooks(page, walk, 'platform-made', noFault(page));
      // Another address drops the secret.
      await field(says('客户端 ID', 'Client ID')).fill('other');
      await form.getByRole('button', { name: says('保存', 'Save') }).click();
      await expect(form).toHaveCount(0);
      expect((await named('身份平台'))!.hasSecret).toBe(false);

      const row = page.getByRole('row').filter({ hasText: '身份平台' });
      await inBothLooks(page, walk, 'platforms', noFault(page));
      await openMenu(row);
      await page.getByRole('menuitem', { name: says('停用', 'Switch off') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: says('停用', 'Switch off') })
        .click();
      await expect.poll(async () => (await named('身份平台'))!.enabled).toBe(false);
      await openMenu(row);
      await page.getByRole('menuitem', { name: says('删除', 'Delete') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: says('删除', 'Delete') })
        .click();
      await expect(row).toHaveCount(0);
      expect(await named('身份平台')).toBeUndefined();
    } finally {
      await provider.close();
    }
  });
