import { sql } from 'kysely';
import { adminPassword, personPassword } from '../apps/server/src/testing/index.ts';
import { calls } from '../packages/contract/src/index.ts';
import { faults } from './axe.ts';
import { expect, follow, test } from './company.ts';
import { clicksOffline, clicksTwice } from './signing-in.ts';

test('each address that is none leads to the personal files; the language is switched there, stored and kept', async ({ signedIn }) => {
  for (const [how, path] of [
    ['loaded', '/disk/'],
    ['followed', '/disk/index'],
    ['followed', '/disk/home'],
    ['loaded', '/disk/index.html'],
    ['followed', '/disk/no/such/page'],
  ] as const) {
    await (how === 'loaded' ? signedIn.goto(path) : follow(signedIn, path));
    await expect(signedIn, path).toHaveURL(/\/disk\/personalFile/);
    // The address changes before the page is there, and while it is awaited, the application follows no other address that is none.
    await expect(signedIn.getByRole('button', { name: '新建文件夹' })).toBeVisible();
  }
  await signedIn.getByRole('banner').getByRole('button').last().click();
  await signedIn.getByRole('menuitem', { name: 'English' }).click();
  await expect(signedIn.locator('html')).toHaveAttribute('lang', 'en-US');
  await expect(signedIn.getByRole('button', { name: 'New folder' })).toBeVisible();
  await signedIn.reload();
  await expect(signedIn.getByRole('button', { name: 'New folder' })).toBeVisible();
});

test('the sign-in page speaks the language of the browser; English stays for a new account, which nobody chose Chinese for', async ({
  page,
  person,
}) => {
  // What the browser asks for. A new browser, which has it from the start, would compile the application anew.
  const line = await page.context().newCDPSession(page);
  const userAgent = await page.evaluate(() => navigator.userAgent);
  for (const [acceptLanguage, text] of [
    ['zh-TW', '登录'],
    ['de-DE', 'Sign in'],
  ] as const) {
    await line.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage });
    await page.goto('/disk/login');
    await expect(page.getByRole('button', { name: text, exact: true })).toBeVisible();
  }
  await page.getByRole('textbox', { name: 'Username' }).fill(person.accountName);
  await page.locator('input[type=password]').fill(personPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'New folder' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'New folder' })).toBeVisible();
  await line.detach(); // the next test has the same page
});

test('English that was chosen elsewhere comes along to a new device; a frozen person is out there', async ({
  signedIn,
  person,
  company,
}) => {
  await person.call(calls.user.saveSettings, { language: 'en-US' });
  await signedIn.goto('/disk/personalFile');
  await expect(signedIn.getByRole('button', { name: 'New folder' })).toBeVisible();
  await company.database.updateTable('user_account').set({ frozen_at: new Date() }).where('id', '=', person.userId).execute();
  await expect(signedIn).toHaveURL(/\/disk\/signIn\?redirect=%2Fdisk%2FpersonalFile$/);
});

test('a password whose term ends while somebody works leads to a new one, and back to where they were', async ({
  signedIn: page,
  person,
  company,
}) => {
  const admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  await page.goto('/disk/personalFile');
  await expect(page.getByText('这里还没有文件')).toBeVisible();
  // A call of the page in the background would lead away from here before the click, so all of them wait for it.
  const clicked = Promise.withResolvers<void>();
  await page.route('**/disk/api/**', async (route) => {
    await clicked.promise;
    await route.continue();
  });
  await sql`update user_account set password_at = now() - interval '91 days' where id = ${person.userId}`.execute(company.database);
  await admin.call(calls.adminConfiguration.update, { code: 'passwordTermDays', value: 90 });
  await page.getByRole('link', { name: '回收站' }).click();
  await expect(page).toHaveURL(/\/disk\/(recycleBin|newPassword)/);
  clicked.resolve();
  await expect(page).toHaveURL(/\/disk\/newPassword\?redirect=%2Fdisk%2FrecycleBin$/);
  await expect(page.getByText('当前密码已超过公司规定的使用期限')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.getByLabel('原密码').fill(personPassword);
  await page.getByLabel('新密码', { exact: true }).fill('My-own-words-7');
  await page.getByLabel('确认新密码').fill('My-own-words-7');
  await page.getByRole('button', { name: '保存并继续' }).click();
  await expect(page).toHaveURL(/\/disk\/recycleBin$/);
  await expect(page.getByText('当前密码已超过')).toHaveCount(0);
  await admin.call(calls.adminConfiguration.update, { code: 'passwordTermDays', value: null });
});

test('a password that an administrator set leads to choosing another, from any address, and then to where the person was going', async ({
  page,
  company,
}) => {
  const admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  const accountName = `new_${Date.now()}`;
  const { password } = await admin.call(calls.adminUser.create, { accountName, realName: '林新' });
  // An address that was put together with a slash too many leads there as well.
  await page.goto('/disk//myCollect');
  await expect(page).toHaveURL(/\/disk\/signIn\?redirect=%2Fdisk%2FmyCollect$/);
  await page.getByRole('textbox', { name: '用户名' }).fill(accountName);
  await page.locator('input[type=password]').fill(password!);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('heading', { name: '设置新密码', level: 1 })).toBeVisible();
  await page.goto('/disk/recycleBin');
  await expect(page).toHaveURL(/\/disk\/newPassword\?redirect=%2Fdisk%2FrecycleBin$/);
  expect(await faults(page)).toEqual([]);
  await page.getByLabel('当前密码').fill(password!);
  await page.getByLabel('新密码', { exact: true }).fill('short');
  await page.getByLabel('确认新密码').fill('short');
  await page.getByRole('button', { name: '保存并继续' }).click();
  await expect(page.getByText('密码强度不足')).toBeVisible();
  await page.getByLabel('新密码', { exact: true }).fill('My-own-words-7');
  await page.getByLabel('确认新密码').fill('My-own-words-7');
  const save = page.getByRole('button', { name: '保存并继续' });
  await clicksOffline(save, 'zh-CN');
  await clicksTwice(save, calls.user.changePassword);
  await expect(page).toHaveURL(/\/disk\/recycleBin$/);
  // The agreement is read once.
  const agree = page.getByRole('button', { name: '我已阅读并同意' });
  await agree.click();
  await expect(agree).toBeHidden();
  await page.goto('/disk/newPassword');
  await expect(page).toHaveURL(/\/disk\/personalFile$/);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(agree).toBeHidden();
});
