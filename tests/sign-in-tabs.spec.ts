import type { Page } from '@playwright/test';
import { personPassword } from '../apps/server/src/testing/index.ts';
import type { Person } from '../apps/server/src/testing/index.ts';
import { calls } from '../packages/contract/src/index.ts';
import { noFault } from './admin.ts';
import { enter, expect, follow, test } from './company.ts';
import { inBothLooks, walks, walksOf, wear } from './looks.ts';
import type { Walk } from './looks.ts';

const wordsOf = ({ locale }: Walk) => {
  const zh = locale === 'zh-CN';
  return {
    userName: zh ? '用户名' : 'Username',
    signIn: zh ? '登录' : 'Sign in',
    signOut: zh ? '退出登录' : 'Sign out',
    signedOut: zh ? '已退出登录' : 'You’re signed out',
    newFolder: zh ? '新建文件夹' : 'New folder',
    newGroup: zh ? '新建群组' : 'New group',
    groupName: zh ? '群组名称' : 'Group name',
    about: zh ? '说明' : 'Description',
    ended: zh ? '登录已失效' : 'Your session has expired',
    openSignIn: zh ? '打开登录页' : 'Open the sign-in page',
  };
};

const signs = async (page: Page, person: Person, says: ReturnType<typeof wordsOf>): Promise<void> => {
  await page.getByRole('textbox', { name: says.userName }).fill(person.accountName);
  await page.locator('input[type=password]').fill(personPassword);
  await page.getByRole('button', { name: says.signIn, exact: true }).click();
};

const signsOut = async (page: Page, says: ReturnType<typeof wordsOf>): Promise<void> => {
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: says.signOut }).click();
};

for (const walk of walksOf('phone'))
  test(`all tabs follow a sign-in, a sign-out and another person; what is half filled stays (${walk.locale})`, async ({
    page,
    person,
    company,
  }) => {
    const says = wordsOf(walk);
    const other = await company.person();
    await other.call(calls.user.acknowledgeAgreement, {});
    await person.folder('只给自己看');
    const context = page.context();
    await context.addInitScript((language) => localStorage.setItem('alcove-language', language), walk.locale);
    const second = await context.newPage();
    await wear(page, walk.looks[0]);

    // Both wait for a sign-in, each to go somewhere else.
    await second.goto(`${company.origin}/disk/recycleBin`);
    await expect(second.getByRole('textbox', { name: says.userName })).toBeVisible();
    await page.goto('/disk/signIn');
    await signs(page, person, says);
    await expect(page).toHaveURL(/\/disk\/personalFile$/);
    await expect(second).toHaveURL(/\/disk\/recycleBin$/);
    // Whoever is signed in is not asked again.
    await second.goto(`${company.origin}/disk/signIn?redirect=%2Fdisk%2FpersonalFile`);
    await expect(second).toHaveURL(/\/disk\/personalFile$/);
    await expect(second.getByText('只给自己看')).toBeVisible();

    // Somebody else signs in in the first tab: the second one shows nothing of the person before.
    await follow(page, '/disk/signIn');
    await signs(page, other, says);
    await expect(page.getByRole('button', { name: says.newFolder }).first()).toBeVisible();
    await expect(page.getByText('只给自己看')).toBeHidden();
    await expect(second.getByText('只给自己看')).toBeHidden();
    await expect(second.getByRole('button', { name: says.newFolder }).first()).toBeVisible();

    // A tab that hears of the end before it hears of the sign-in that follows is led on all the same.
    await company.database.deleteFrom('session').where('user_id', '=', other.userId).execute();
    await expect(second).toHaveURL(/\/disk\/signIn\?redirect=%2Fdisk%2FpersonalFile$/);
    await second.goto(`${company.origin}/disk/privacyPolicy`);
    await expect(page.getByRole('textbox', { name: says.userName })).toBeVisible();
    await signs(page, other, says);
    await expect(page).toHaveURL(/\/disk\/personalFile$/);
    await second.goBack();
    await expect(second).toHaveURL(/\/disk\/personalFile$/);

    await wear(page, { colorScheme: 'light', width: 1440 });
    await signsOut(page, says);
    await expect(page).toHaveURL(/\/disk\/signIn$/);
    await expect(second).toHaveURL(/\/disk\/signIn\/out\?redirect=%2Fdisk%2FpersonalFile$/);
    await expect(second.getByRole('heading', { name: says.signedOut, level: 1 })).toBeVisible();
    await wear(page, walk.looks[0]);

    // The session ends by itself, and a form is half filled.
    await second.close();
    await enter(context, person);
    await page.goto('/disk/groupFile');
    await page.getByRole('button', { name: says.newGroup }).first().click();
    const form = page.getByRole('dialog', { name: says.newGroup });
    await form.getByLabel(says.groupName).fill(`年会 ${walk.locale}`);
    await form.getByLabel(says.about).fill('写了很久的说明');
    await company.database.deleteFrom('session').where('user_id', '=', person.userId).execute();
    const ended = page.getByRole('dialog', { name: says.ended });
    await expect(ended).toBeVisible();
    await inBothLooks(page, walk, 'session-ended-in-form', noFault(page));
    const [elsewhere] = await Promise.all([context.waitForEvent('page'), ended.getByRole('button', { name: says.openSignIn }).click()]);
    await signs(elsewhere, person, says);
    await expect(elsewhere).toHaveURL(/\/disk\/personalFile$/);
    await elsewhere.close();
    // Until then it may come again: whatever the page asks meanwhile is refused, too.
    await expect(ended).toBeHidden();
    await expect(form.getByLabel(says.about)).toHaveValue('写了很久的说明');
    await form.getByRole('button', { name: says.newGroup }).click();
    await expect(page.getByRole('heading', { name: `年会 ${walk.locale}` })).toBeVisible();
  });

test('after a sign-out, the back button shows nothing, nor does a page that the browser kept whole', async ({ signedIn: page, person }) => {
  const says = wordsOf(walks[0]!);
  await person.folder('只给自己看');
  await page.goto('/disk/personalFile');
  await expect(page.getByText('只给自己看')).toBeVisible();
  // A page comes back as it was left. Chromium's headless shell keeps none, whatever its flags, so this says to the page that it was kept.
  const comesBack = () =>
    page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      return document.documentElement.style.visibility;
    });
  expect(await comesBack(), 'still the same person').toBe('');
  await page.evaluate(() => localStorage.setItem('alcove-signed-in', 'somebody_else 1'));
  await Promise.all([page.waitForEvent('load'), expect(comesBack()).resolves.toBe('hidden')]);
  await expect(page.getByText('只给自己看')).toBeVisible();

  await page.getByRole('link', { name: '回收站' }).click();
  await expect(page).toHaveURL(/\/disk\/recycleBin$/);
  await signsOut(page, says);
  await expect(page).toHaveURL(/\/disk\/signIn$/);
  await expect(page.getByRole('status').filter({ hasText: says.ended })).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/disk\/signIn\?redirect=/);
  await expect(page.getByText('只给自己看')).toHaveCount(0);
});
