import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { Authenticator } from '../apps/server/src/second-factor/second-factor.test-support.ts';
import { personPassword } from '../apps/server/src/testing/index.ts';
import type { Person } from '../apps/server/src/testing/index.ts';
import { calls, failures } from '../packages/contract/src/index.ts';
import { givesRole, noFault } from './admin.ts';
import { byOtherName, expect, follow, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';
import type { Walk } from './looks.ts';
import { clicksOffline, clicksTwice, withoutNetwork } from './signing-in.ts';

const { user } = calls;
const wordsOf = ({ locale }: Walk) => {
  const says = (chinese: string, english: string) => (locale === 'zh-CN' ? chinese : english);
  return {
    says,
    saved: says('我已保存', 'I’ve saved them'),
    turnOff: says('停用', 'Turn off'),
    addKey: says('添加通行密钥', 'Add passkey'),
    name: says('名称', 'Name'),
    remove: says('移除', 'Remove'),
  };
};
const secretIn = async (page: Page): Promise<string> => {
  await expect(page.locator('code')).not.toHaveText('');
  return (await page.locator('code').innerText()).replace(/\s/g, '');
};

/** From any page of the application that knows who was signed in: the sign-in, where nobody is signed in any more, to come back to one’s security. */
async function toSignIn(page: Page): Promise<void> {
  await follow(page, `/disk/signIn?redirect=${encodeURIComponent('/disk/security')}`);
  await expect(page.locator('input[type=password]')).toBeVisible();
  await page.context().clearCookies();
}
async function signs(page: Page, person: Person): Promise<void> {
  await page.locator('input[name=username]').fill(person.accountName);
  await page.locator('input[type=password]').fill(personPassword);
  await page.locator('button[type=submit]').click();
}

for (const walk of walksOf('phone'))
  test(`an app is set up, asked for at the next sign-in, replaced by a recovery code, turned off, and demanded (${walk.locale})`, async ({
    page,
    company,
  }) => {
    const { says, saved, turnOff } = wordsOf(walk);
    const person = await company.person({ byPassword: true });
    await person.call(user.acknowledgeAgreement, {});
    await startWalk(page, person, walk);
    await page.goto('/disk/security');
    const app = page.getByRole('listitem', { name: says('验证器', 'Authenticator app') });
    const dialog = page.getByRole('dialog');
    const code = page.getByRole('textbox', { name: says('6 位数字', '6 digits') });
    const turnOn = page.getByRole('button', { name: says('启用', 'Turn on') });
    await inBothLooks(page, walk, 'security', noFault(page));
    await app.getByRole('button', { name: says('设置', 'Set up') }).click();
    const authenticator = new Authenticator(await secretIn(page));
    await inBothLooks(page, walk, 'set-up-app', noFault(page));
    await code.fill('000000');
    await turnOn.click();
    await expect(dialog.getByRole('alert')).toContainText(says('验证码不对', 'The code is wrong'));
    await expect(code).toBeFocused();
    await code.fill(authenticator.code());
    await page.keyboard.press('Enter');

    // The codes are shown once.
    const codes = dialog.getByRole('list').getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const recoveryCode = await codes.first().innerText();
    await inBothLooks(page, walk, 'recovery-codes', noFault(page));
    await dialog.getByRole('button', { name: saved }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(says('还剩 10 个', '10 left'))).toBeVisible();
    await inBothLooks(page, walk, 'security-on', noFault(page));
    // A while later, the app shows another code than the one that is used up.
    await sql`update totp_factor set last_step = 0 where user_id = ${person.userId}`.execute(company.database);

    await toSignIn(page);
    await signs(page, person);
    await expect(page).toHaveURL(/\/disk\/signIn\/second\?redirect=/);
    await expect(code).toBeFocused();
    await code.fill('000000');
    await expect(page.getByRole('alert')).toBeVisible();
    await inBothLooks(page, walk, 'second-step', noFault(page));
    // Another account, and back: the sign-in is given up, and its page leads to the first step.
    await page.getByRole('button', { name: says('换账号', 'Switch account') }).click();
    await expect(page).toHaveURL(/\/disk\/signIn\?redirect=/);
    await follow(page, '/disk/signIn/second?redirect=%2Fdisk%2Fsecurity');
    await expect(page).toHaveURL(/\/disk\/signIn\?redirect=/);
    // The page was left open for too long.
    await signs(page, person);
    await expect(code).toBeFocused();
    await sql`update sign_in_step set expires_at = now() - interval '1 minute' where user_id = ${person.userId}`.execute(company.database);
    await code.fill(authenticator.code());
    await expect(page).toHaveURL(/\/disk\/signIn\?redirect=/);
    await expect(page.getByRole('status').filter({ hasText: says('登录已失效，请重新登录', 'Your session has expired') })).toBeVisible();
    await signs(page, person);
    await expect(code).toBeFocused();
    await page.reload();
    await expect(code).toBeFocused();
    await withoutNetwork(page, walk.locale, () => code.fill(authenticator.code()));
    await code.fill(authenticator.code());
    await expect(page).toHaveURL(/\/disk\/security$/);

    await toSignIn(page);
    await page.reload();
    await signs(page, person);
    await page.getByRole('tab', { name: says('恢复码', 'Recovery code') }).click();
    await page.getByRole('textbox', { name: says('恢复码', 'Recovery code') }).fill(recoveryCode.toLowerCase());
    await inBothLooks(page, walk, 'second-step-recovery', noFault(page));
    await clicksTwice(page.getByRole('button', { name: says('验证', 'Verify'), exact: true }), user.giveSecondFactor);
    await expect(page.getByText(says('还剩 9 个', '9 left'))).toBeVisible();
    // An hour later, a dangerous act asks again who it is, and then goes on.
    await sql`update session set proved_at = now() - interval '1 hour' where user_id = ${person.userId}`.execute(company.database);
    await app.getByRole('button', { name: turnOff }).click();
    await dialog.getByRole('button', { name: turnOff }).click();
    await page.getByRole('tab', { name: says('验证器', 'Authenticator app') }).click();
    await inBothLooks(page, walk, 'proof', noFault(page));
    await code.fill(authenticator.code(1));
    await expect(app.getByText(says('未设置', 'Not set up'))).toBeVisible();

    // A role asks for it: the open page is led to set it up, and back.
    const { admin, roleId } = await givesRole(company, person, 'logs.view');
    await admin.call(calls.adminRole.requireFactor, { roleId, needsSecondFactor: true });
    // The server remembers for a moment who somebody is.
    const refused = async (): Promise<number> => (await page.request.get(user.sessions.path)).status();
    await expect.poll(refused, { intervals: [50] }).toBe(403);
    await follow(page, '/disk/recycleBin');
    await expect(page).toHaveURL(/\/disk\/setUpFactor\?redirect=%2Fdisk%2FrecycleBin$/);
    const another = new Authenticator(await secretIn(page));
    await inBothLooks(page, walk, 'enrol', noFault(page));
    await code.fill(another.code());
    await clicksOffline(turnOn, walk.locale);
    await code.fill(another.code());
    await clicksTwice(turnOn, user.confirmTotp);
    await page.getByRole('button', { name: saved }).click();
    await expect(page).toHaveURL(/\/disk\/recycleBin$/);
  });

for (const walk of walksOf('desktop'))
  test(`a passkey is demanded, used as the second factor and alone, and demanded again once it is removed (${walk.locale})`, async ({
    page,
    company,
  }) => {
    const { says, saved, addKey, name, remove } = wordsOf(walk);
    const person = await company.person({ byPassword: true });
    await person.call(user.acknowledgeAgreement, {});
    const { admin, roleId } = await givesRole(company, person, 'logs.view');
    await admin.call(calls.adminRole.requireFactor, { roleId, needsSecondFactor: true });
    await startWalk(page, person, walk);
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
    await page.goto(byOtherName(company.origin, `/disk/signIn?redirect=${encodeURIComponent('/disk/security')}`));
    await signs(page, person);
    await expect(page).toHaveURL(/\/disk\/setUpFactor\?redirect=%2Fdisk%2Fsecurity$/);
    await secretIn(page);
    await page.getByRole('button', { name: says('改用通行密钥', 'Use a passkey instead') }).click();
    await page.getByRole('textbox', { name }).fill('旧电脑');
    await inBothLooks(page, walk, 'enrol-passkey', noFault(page));
    const add = page.getByRole('button', { name: addKey });
    await clicksOffline(add, walk.locale);
    await clicksTwice(add, user.beginPasskey);
    await page.getByRole('button', { name: saved }).click();
    await expect(page).toHaveURL(/\/disk\/security$/);
    const dialog = page.getByRole('dialog');
    const key = page.getByRole('listitem', { name: '办公电脑' });
    await page.getByRole('button', { name: says('重命名通行密钥：旧电脑', 'Rename passkey 旧电脑') }).click();
    await dialog.getByRole('textbox', { name }).fill('办公电脑');
    await inBothLooks(page, walk, 'passkey-rename', noFault(page));
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(key).toBeVisible();
    await inBothLooks(page, walk, 'passkeys', noFault(page));

    await toSignIn(page);
    await signs(page, person);
    const use = page.getByRole('button', { name: says('使用通行密钥', 'Use a passkey') });
    await expect(use).toBeVisible();
    await inBothLooks(page, walk, 'second-step-passkey', noFault(page));
    await clicksOffline(use, walk.locale);
    await clicksTwice(use, user.askPasskey);
    await expect(page).toHaveURL(/\/disk\/security$/);

    await admin.call(calls.adminConfiguration.update, { code: 'passkeySignIn', value: true });
    try {
      await expect.poll(async () => (await admin.call(user.checkRedirect, {})).passkeys).toBe(true);
      await toSignIn(page);
      await page.reload();
      await expect(use).toBeVisible();
      await inBothLooks(page, walk, 'passkey-sign-in', noFault(page));
      await clicksOffline(use, walk.locale);
      await clicksTwice(use, user.askPasskey);
      await expect(page).toHaveURL(/\/disk\/security$/);
      // The role still asks for one, so without the last there is nothing to do but set up another, or leave.
      await key.getByRole('button', { name: remove }).click();
      await expect(dialog).toContainText(says('公司要求第二重验证', 'Your company requires two-step verification'));
      await inBothLooks(page, walk, 'last-factor', noFault(page));
      await dialog.getByRole('button', { name: remove }).click();
      await expect(page).toHaveURL(/\/disk\/setUpFactor\?redirect=%2Fdisk%2Fsecurity$/);
      await page.getByRole('button', { name: says('退出登录', 'Sign out') }).click();
      // The device still has the key, which opens nothing any more.
      await use.click();
      await expect(page.getByRole('alert')).toHaveText(failures.PASSKEY_REFUSED[walk.locale]);
      await inBothLooks(page, walk, 'passkey-refused', noFault(page));
    } finally {
      await admin.call(calls.adminConfiguration.update, { code: 'passkeySignIn', value: false });
    }
  });
