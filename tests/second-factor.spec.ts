import { sql } from 'kysely';
import { Authenticator } from '../apps/server/src/second-factor/second-factor.test-support.ts';
import { personPassword } from '../apps/server/src/testing/index.ts';
import { calls, failures } from '../packages/contract/src/index.ts';
import { administrator, noFault, officer } from './admin.ts';
import { byOtherName, expect, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

for (const walk of walksOf('phone'))
  test(`an app is set up, asked for at the next sign-in, replaced by a recovery code and turned off (${walk.locale})`, async ({
    page,
    company,
  }) => {
    const says = (chinese: string, english: string) => (walk.locale === 'zh-CN' ? chinese : english);
    const person = await company.person({ byPassword: true });
    await person.call(calls.user.acknowledgeAgreement, {});
    await startWalk(page, person, walk);
    await page.goto(`${person.origin}/disk/security`);
    const app = page.getByRole('listitem', { name: says('验证器', 'Authenticator app') });
    const dialog = page.getByRole('dialog');
    const code = page.getByRole('textbox', { name: says('6 位数字', '6 digits') });
    await inBothLooks(page, walk, 'security', noFault(page));
    await app.getByRole('button', { name: says('设置', 'Set up') }).click();
    const shown = dialog.locator('code');
    await expect(shown).not.toHaveText('');
    const authenticator = new Authenticator((await shown.innerText()).replace(/\s/g, ''));
    await inBothLooks(page, walk, 'set-up-app', noFault(page));
    await code.fill('000000');
    await dialog.getByRole('button', { name: says('启用', 'Turn on') }).click();
    await expect(dialog.getByRole('alert')).toContainText(says('验证码不对', 'The code is wrong'));
    await expect(code).toBeFocused();
    await code.fill(await authenticator.earlier());
    await page.keyboard.press('Enter');

    // The codes are shown once.
    const codes = dialog.getByRole('list').getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const recoveryCode = await codes.first().innerText();
    await inBothLooks(page, walk, 'recovery-codes', noFault(page));
    await dialog.getByRole('button', { name: says('我已保存', 'I’ve saved them') }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(says('还剩 10 个', '10 left'))).toBeVisible();
    await inBothLooks(page, walk, 'security-on', noFault(page));

    const toSecondStep = async () => {
      await page.goto(`${person.origin}/disk/signIn?redirect=${encodeURIComponent('/disk/security')}`);
      await page.getByRole('textbox', { name: says('用户名', 'Username') }).fill(person.accountName);
      await page.getByRole('textbox', { name: says('密码', 'Password'), exact: true }).fill(personPassword);
      await page.getByRole('button', { name: says('登录', 'Sign in'), exact: true }).click();
      await expect(page).toHaveURL(/\/disk\/signIn\/second/);
    };
    await page.goto('about:blank');
    await page.context().clearCookies();
    await toSecondStep();
    await expect(code).toBeFocused();
    await code.fill('000000');
    await expect(page.getByRole('alert')).toBeVisible();
    await inBothLooks(page, walk, 'second-step', noFault(page));
    // Another account, back, and a reload: the sign-in is given up, and its page leads to the first step.
    await page.getByRole('button', { name: says('换账号', 'Switch account') }).click();
    await expect(page).toHaveURL(/\/disk\/signIn\?redirect=/);
    await page.goto(`${person.origin}/disk/signIn/second`);
    await expect(page).toHaveURL(/\/disk\/signIn$/);
    await expect(page.getByRole('textbox', { name: says('密码', 'Password'), exact: true })).toBeVisible();
    // The page was left open for too long.
    await toSecondStep();
    await expect(code).toBeFocused();
    await sql`update sign_in_step set expires_at = now() - interval '1 minute' where user_id = ${person.userId}`.execute(company.database);
    await code.fill(authenticator.code());
    await expect(page).toHaveURL(/\/disk\/signIn\?redirect=/);
    await expect(page.getByRole('status').filter({ hasText: says('登录已失效，请重新登录', 'Your session has expired') })).toBeVisible();
    await toSecondStep();
    await page.reload();
    await code.fill(authenticator.code());
    await expect(page).toHaveURL(/\/disk\/security$/);

    await page.goto('about:blank');
    await page.context().clearCookies();
    await toSecondStep();
    await page.getByRole('tab', { name: says('恢复码', 'Recovery code') }).click();
    await page.getByRole('textbox', { name: says('恢复码', 'Recovery code') }).fill(recoveryCode.toLowerCase());
    await inBothLooks(page, walk, 'second-step-recovery', noFault(page));
    await page.keyboard.press('Enter');
    await expect(page.getByText(says('还剩 9 个', '9 left'))).toBeVisible();
    // An hour later, a dangerous act asks again who it is, and then goes on.
    await sql`update session set proved_at = now() - interval '1 hour' where user_id = ${person.userId}`.execute(company.database);
    await app.getByRole('button', { name: says('停用', 'Turn off') }).click();
    await dialog.getByRole('button', { name: says('停用', 'Turn off') }).click();
    await page.getByRole('tab', { name: says('验证器', 'Authenticator app') }).click();
    await inBothLooks(page, walk, 'proof', noFault(page));
    await code.fill(authenticator.code(1));
    await expect(app.getByText(says('未设置', 'Not set up'))).toBeVisible();

    // A role asks for it: the open page is led to set it up, and back.
    const admin = await officer(company, person, 'logs.view');
    const { items } = await admin.call(calls.adminRole.page, {});
    // Other tests made roles in this company, too: the newest one is the person's, because ids grow.
    const made = items.filter(({ builtIn }) => builtIn === null).map((role) => role.roleId);
    const roleId = made.toSorted().at(-1)!;
    await admin.call(calls.adminRole.requireFactor, { roleId, needsSecondFactor: true });
    await expect(async () => {
      await page.goto(`${person.origin}/disk/recycleBin`);
      await expect(page).toHaveURL(/\/disk\/setUpFactor/, { timeout: 2000 });
    }).toPass();
    await expect(page.locator('code')).not.toHaveText('');
    await page.getByRole('button', { name: says('改用通行密钥', 'Use a passkey instead') }).click();
    await expect(page.getByRole('button', { name: says('添加通行密钥', 'Add passkey') })).toBeVisible();
    await inBothLooks(page, walk, 'enrol-passkey', noFault(page));
    await page.getByRole('button', { name: says('改用验证器 App', 'Use an authenticator app instead') }).click();
    await expect(page.locator('code')).not.toHaveText('');
    await inBothLooks(page, walk, 'enrol', noFault(page));
    const another = new Authenticator((await page.locator('code').innerText()).replace(/\s/g, ''));
    await code.fill(another.code());
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: says('我已保存', 'I’ve saved them') }).click();
    await expect(page).toHaveURL(/\/disk\/recycleBin$/);
  });

for (const walk of walksOf('desktop'))
  test(`a passkey is added, used as the second factor and alone, and removed (${walk.locale})`, async ({ page, company }) => {
    const says = (chinese: string, english: string) => (walk.locale === 'zh-CN' ? chinese : english);
    const person = await company.person({ byPassword: true });
    await person.call(calls.user.acknowledgeAgreement, {});
    const admin = await administrator(company);
    await startWalk(page, person, walk);
    await page.context().clearCookies();
    const devices = await page.context().newCDPSession(page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    // Browsers have passkeys for names only, not for addresses.
    const at = (path: string) => byOtherName(company.origin, path);
    const signIn = async () => {
      await page.goto(at(`/disk/signIn?redirect=${encodeURIComponent('/disk/security')}`));
      await page.getByRole('textbox', { name: says('用户名', 'Username') }).fill(person.accountName);
      await page.getByRole('textbox', { name: says('密码', 'Password'), exact: true }).fill(personPassword);
      await page.getByRole('button', { name: says('登录', 'Sign in'), exact: true }).click();
    };
    await signIn();
    const dialog = page.getByRole('dialog');
    const key = page.getByRole('listitem', { name: '办公电脑' });
    await page.getByRole('button', { name: says('添加通行密钥', 'Add passkey') }).click();
    await dialog.getByRole('textbox', { name: says('名称', 'Name') }).fill('旧电脑');
    await dialog.getByRole('button', { name: says('添加通行密钥', 'Add passkey') }).click();
    await dialog.getByRole('button', { name: says('我已保存', 'I’ve saved them') }).click();
    await page.getByRole('button', { name: says('重命名通行密钥：旧电脑', 'Rename passkey 旧电脑') }).click();
    await dialog.getByRole('textbox', { name: says('名称', 'Name') }).fill('办公电脑');
    await inBothLooks(page, walk, 'passkey-rename', noFault(page));
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(key).toBeVisible();
    await inBothLooks(page, walk, 'passkeys', noFault(page));

    await page.goto('about:blank');
    await page.context().clearCookies();
    await signIn();
    const use = page.getByRole('button', { name: says('使用通行密钥', 'Use a passkey') });
    await expect(use).toBeVisible();
    await inBothLooks(page, walk, 'second-step-passkey', noFault(page));
    await use.click();
    await expect(page).toHaveURL(/\/disk\/security$/);

    await admin.call(calls.adminConfiguration.update, { code: 'passkeySignIn', value: true });
    try {
      await expect.poll(async () => (await admin.call(calls.user.checkRedirect, {})).passkeys).toBe(true);
      await page.goto('about:blank'); // the page itself goes to the sign-in once its session is gone
      await page.context().clearCookies();
      await page.goto(at(`/disk/signIn?redirect=${encodeURIComponent('/disk/security')}`));
      await expect(use).toBeVisible();
      await inBothLooks(page, walk, 'passkey-sign-in', noFault(page));
      await use.click();
      await expect(page).toHaveURL(/\/disk\/security$/);
      await key.getByRole('button', { name: says('移除', 'Remove') }).click();
      await dialog.getByRole('button', { name: says('移除', 'Remove') }).click();
      await expect(key).toHaveCount(0);
      // The device still has the key, which opens nothing any more.
      await page.getByRole('banner').getByRole('button').last().click();
      await page.getByRole('menuitem', { name: says('退出登录', 'Sign out') }).click();
      await use.click();
      await expect(page.getByRole('alert')).toHaveText(failures.PASSKEY_REFUSED[walk.locale]);
      await inBothLooks(page, walk, 'passkey-refused', noFault(page));
    } finally {
      await admin.call(calls.adminConfiguration.update, { code: 'passkeySignIn', value: false });
    }
  });
