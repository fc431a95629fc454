import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { personSearchText } from '../apps/server/src/search-text.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';
import { calls } from '../packages/contract/src/index.ts';
import { expect, test } from './company.ts';

const unique = (name: string) => `${name}${randomBytes(3).toString('hex')}`;

async function colleague(company: Company, realName: string): Promise<Person> {
  const person = await company.person();
  await person.call(calls.user.acknowledgeAgreement, {});
  const { accountName } = person;
  await company.database
    .updateTable('user_account')
    .set({ real_name: realName, search_text: await personSearchText({ realName, accountName }) })
    .where('id', '=', person.userId)
    .execute();
  return person;
}

/** Goes on with the Tab key until what is called so has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 60; step += 1) {
    const now = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement | null;
      const labelled = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? at.labels?.[0]?.textContent : undefined;
      return (at?.getAttribute('aria-label') ?? labelled ?? at?.textContent ?? '').trim().slice(0, 80);
    });
    if (name.test(now)) return;
    passed.push(now);
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key never came to ${name}, but to: ${passed.join(' | ')}`);
}

test('by keyboard alone: a group, whom it is for, a file that is shared, and why somebody has it', async ({
  signedIn: page,
  person,
  company,
}) => {
  const [member, receiver] = [await colleague(company, unique('陈思远')), await colleague(company, unique('沈嘉禾'))];
  const names = await Promise.all([member, receiver].map(async (one) => (await one.call(calls.user.currentUser, {})).userRealName));
  const folder = unique('合同');
  await person.folder(folder);
  const group = unique('发布会');

  await page.goto('/disk/groupFile');
  await expect(page.getByText('还没有你带领的群组')).toBeVisible();
  await tabTo(page, /^新建群组$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: '新建群组' })).toBeVisible();
  await tabTo(page, /^群组名称/);
  await page.keyboard.type(group);
  await tabTo(page, /^预分配空间/);
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: group })).toBeVisible();

  await tabTo(page, /^成员 1$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^邀请$/);
  await page.keyboard.press('Enter');
  const invite = page.getByRole('dialog', { name: `邀请加入「${group}」` });
  await tabTo(page, /^姓名、账号、拼音或部门/);
  await page.keyboard.type(names[0]!);
  await expect(invite.getByRole('option', { name: names[0]! })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, /^邀请 1 项$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: '成员' }).getByText(names[0]!)).toBeVisible();

  await page.goto('/disk/personalFile');
  const row = page.getByRole('row').filter({ hasText: folder });
  await expect(row).toBeVisible();
  for (
    let step = 0;
    step < 60 &&
    (await row
      .locator(':focus')
      .or(row.and(page.locator(':focus')))
      .count()) === 0;
    step += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: /^共享/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `共享「${folder}」` });
  await expect(dialog).toBeVisible();
  await tabTo(page, /^姓名、账号、拼音或部门/);
  await page.keyboard.type(names[1]!);
  await expect(dialog.getByRole('option', { name: names[1]! })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, /^共享$/);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`已共享「${folder}」`)).toBeVisible();
  await expect(dialog).toBeHidden();

  for (
    let step = 0;
    step < 60 &&
    (await row
      .locator(':focus')
      .or(row.and(page.locator(':focus')))
      .count()) === 0;
    step += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('i');
  await tabTo(page, /^信息$/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: '权限' })).toHaveAttribute('aria-selected', 'true');
  await tabTo(page, new RegExp(names[1]!));
  await page.keyboard.press('Enter');
  await expect(
    page
      .getByText('为什么他能看到')
      .or(page.getByText(/为什么.*看到/))
      .first(),
  ).toBeVisible();
});
