import { personPassword } from '../apps/server/src/testing/index.ts';
import { expect, test } from './company.ts';

test('someone signs in, reads the agreement once, and comes back to where they wanted to go', async ({ page, company }) => {
  const person = await company.person();
  await page.goto('/disk/recycleBin');
  await expect(page).toHaveURL(/\/disk\/signIn/);
  await page.getByRole('textbox', { name: '用户名' }).fill(person.accountName);
  await page.locator('input[type=password]').fill('not the password');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByText('用户名或密码错误')).toBeVisible();
  await page.locator('input[type=password]').fill(personPassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(/\/disk\/recycleBin/);
  await page.getByRole('button', { name: '我已阅读，遵守约定' }).click();
  await page.reload();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.getByRole('button', { name: '我已阅读，遵守约定' })).toBeHidden();
});

for (const path of ['/disk/', '/disk/index', '/disk/index.html', '/disk/home', '/disk/no/such/page']) {
  test(`${path} leads to the personal files`, async ({ signedIn }) => {
    await signedIn.goto(path);
    await expect(signedIn).toHaveURL(/\/disk\/personalFile/);
  });
}

test('the language is switched, stored and kept', async ({ signedIn }) => {
  await signedIn.goto('/disk/personalFile');
  await signedIn.getByRole('banner').getByRole('button').last().click();
  await signedIn.getByRole('menuitem', { name: 'English' }).click();
  await expect(signedIn.locator('html')).toHaveAttribute('lang', 'en-US');
  await expect(signedIn.getByRole('button', { name: 'New folder' })).toBeVisible();
  await signedIn.reload();
  await expect(signedIn.getByRole('button', { name: 'New folder' })).toBeVisible();
});

test('a frozen person is out at their next step', async ({ signedIn, person, company }) => {
  await signedIn.goto('/disk/personalFile');
  await expect(signedIn.getByRole('button', { name: '新建文件夹' })).toBeVisible();
  await company.database.updateTable('user_account').set({ frozen_at: new Date() }).where('id', '=', person.userId).execute();
  await expect(async () => {
    await signedIn.goto('/disk/personalFile');
    await expect(signedIn).toHaveURL(/\/disk\/signIn/, { timeout: 2000 });
  }).toPass();
});
