import { calls } from '../packages/contract/src/index.ts';
import { networkOf } from '../apps/server/src/networks.ts';
import { openRealProvider } from '../apps/server/src/platforms/provider.test-support.ts';
import { adminPassword, openCompany } from '../apps/server/src/testing/index.ts';
import type { Company } from '../apps/server/src/testing/index.ts';
import { expect, test as base } from './company.ts';
import { everyFault } from './axe.ts';
import { inBothLooks, walksOf } from './looks.ts';

/** A company that may call the provider of the test, which is on this machine. */
const test = base.extend<object, { company: Company }>({
  company: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are needed from the pattern itself
    async ({}, run) => {
      const company = await openCompany({ outgoing: { opened: [networkOf('127.0.0.1')!], http: true }, outgoingMs: 3000 });
      await run(company);
      await company.close();
    },
    { scope: 'worker' },
  ],
});

test('with the company’s own provider: in, back to where one was, out, and what is said when it fails', async ({ page, company }) => {
  const admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  const platform = await admin.call(calls.adminPlatform.create, {
    name: '统一身份',
    issuer: 'http://127.0.0.1:1',
    clientId: 'alcove',
    enabled: true,
    createsAccounts: true,
  });
  const { redirect, signedOut } = platform.addresses;
  const provider = await openRealProvider({ redirectUris: [redirect], signedOut });
  const { platformId } = platform;
  // The provider's own pages wait for a font from elsewhere.
  await page.route('https://fonts.googleapis.com/**', (route) => route.abort());
  try {
    const button = page.getByRole('button', { name: '使用统一身份登录' });
    const userName = page.getByRole('textbox', { name: '用户名' });
    await page.goto('/disk/recycleBin');
    await expect(page).toHaveURL(/\/disk\/signIn\?redirect=/);
    await expect(userName).toBeVisible();
    await inBothLooks(page, walksOf('phone')[0]!, 'single-sign-on', async () => expect(await everyFault(page)).toEqual([]));
    // Nobody answers at this address.
    await button.click();
    await expect(page.getByRole('alert')).toContainText('登录平台没有正确响应');

    await admin.call(calls.adminPlatform.update, { platformId, issuer: provider.issuer, secret: provider.secret });
    await button.click();
    await page.locator('input[name=login]').fill('li_na');
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.locator('button[type=submit]').click();
    await expect(page).toHaveURL(/\/disk\/recycleBin$/);
    await page.getByRole('button', { name: '我已阅读并同意' }).click();

    // Out here and there, and back.
    await page.getByRole('banner').getByRole('button').last().click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/session/end`));
    await page.locator('button[name=logout]').click();
    await expect(page).toHaveURL(/\/disk\/signIn\/out/);
    await expect(page.getByRole('heading', { name: '已退出登录' })).toBeVisible();

    // Where the platform is the way to sign in, one is led there; the code of the last time opens nothing.
    await admin.call(calls.adminPlatform.update, { platformId, isTheSignIn: true });
    await page.goto(`${redirect}?state=used&code=used`);
    await expect(page.getByRole('alert')).toContainText('登录请求已超时或已使用');
    await page.getByRole('button', { name: '重新登录' }).click();
    await expect(button).toBeVisible();
    await expect(userName).toBeHidden();
    await page.goto('/disk/signIn?local');
    await expect(userName).toBeVisible();
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('button', { name: 'Sign in with 统一身份' })).toBeVisible();
    await page.goto('/disk/groupFile');
    await expect(page.locator('input[name=login]')).toBeVisible();
    await page.getByText('Cancel').click();
    await expect(page.getByRole('alert')).toContainText('didn’t allow this sign-in');
  } finally {
    await provider.close();
  }
});
