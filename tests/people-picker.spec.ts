import { randomBytes, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createDepartment } from '../apps/server/src/departments/index.ts';
import { createPerson } from '../apps/server/src/identity/index.ts';
import { personSearchText } from '../apps/server/src/search-text.ts';
import type { Company } from '../apps/server/src/testing/index.ts';
import { everyFault } from './axe.ts';
import { serveBuilt } from './built-page.ts';
import { expect, inCompanyOf } from './company.ts';
import { inBothLooks, walksOf, wear } from './looks.ts';

/** Nobody but the people below: other tests have colleagues of the same names. */
const { test: base, own } = inCompanyOf(async () => ({}));
const names = { company: '远岫科技', centre: '产品中心', team: '平台组' };

const test = base.extend<{ open: (search?: string) => Promise<Page> }>({
  open: async ({ signedIn: page }, run) => {
    await run(async (search = '') => {
      await page.goto(`/disk/picker/${search}`);
      await expect(page.getByRole('combobox').first()).toBeVisible();
      return page;
    });
  },
});

let stopServing: (() => void) | undefined;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  const company = await own();
  stopServing = await serveBuilt('picker', company);
  await staff(company);
});
test.afterAll(() => stopServing?.());

async function hire(company: Company, realName: string, departmentId: string, accountName = `a_${randomBytes(5).toString('hex')}`) {
  return company.database
    .transaction()
    .execute((transaction) => createPerson(transaction, { realName, accountName, departmentId, passwordHash: null, quotaBytes: null }));
}

async function staff(company: Company): Promise<void> {
  const top = await createDepartment(company.database, { name: names.company, parentId: null });
  const centre = await createDepartment(company.database, { name: names.centre, parentId: top });
  const team = await createDepartment(company.database, { name: names.team, parentId: centre });
  for (const [realName, accountName] of [
    ['林若溪', 'linruoxi'],
    ['林若云', 'linruoyun'],
    ['陈思远', 'chensiyuan'],
  ] as const)
    await hire(company, realName, centre, accountName);
  await hire(company, '许清扬', team, 'xuqingyang');
  for (const accountName of ['wangwei1', 'wangwei2']) await hire(company, '王伟', team, accountName);
}

/** A department of 1,200 people. */
async function thousands(company: Company): Promise<void> {
  const departmentId = await createDepartment(company.database, { name: '千人部', parentId: null });
  const rows = await Promise.all(
    Array.from({ length: 1200 }, async (_, index) => {
      const number = String(index).padStart(4, '0');
      const person = { realName: `员工${number}`, accountName: `staff_${number}` };
      const search_text = await personSearchText(person);
      return { id: randomUUID(), account_name: person.accountName, real_name: person.realName, search_text, department_id: departmentId };
    }),
  );
  await company.database
    .insertInto('user_account')
    .values(rows.map((row) => ({ ...row, password_hash: null, speed_limit: null })))
    .execute();
}

const search = (page: Page) => page.getByRole('combobox', { name: '姓名、账号、拼音或部门' });
const holds = (page: Page, names: string) => expect(page.getByLabel('value')).toHaveText(names);
const option = (page: Page, name: string) => page.getByRole('option', { name });
const item = (page: Page, name: string) => page.getByRole('treeitem', { name });
/** The text of the tree's active row. */
const active = (page: Page) =>
  page
    .getByRole('tree')
    .evaluate((element) => document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '');

/** Takes everybody back whom the step before chose. */
async function nobody(page: Page): Promise<void> {
  const remove = page.getByRole('button', { name: /^移除/ });
  while ((await remove.count()) > 0) await remove.first().click();
  await holds(page, '[]');
}

test('people are found, walked to, pasted, remembered, and taken from a department of thousands', async ({ open }) => {
  test.slow();
  const page = await open();
  await test.step('a colleague is found by initials and chosen without leaving the keys', async () => {
    await search(page).fill('lrx');
    await expect(option(page, '林若溪')).toBeVisible();
    await expect(option(page, '林若溪').locator('mark')).toHaveText('林若溪');
    await expect(option(page, '林若溪')).toContainText('远岫科技 / 产品中心');
    await search(page).fill('林若');
    await expect(page.getByRole('option')).toHaveCount(2);
    await search(page).press('ArrowDown');
    await expect(search(page)).toHaveAttribute('aria-activedescendant', /-1$/);
    await search(page).press('Enter');
    await expect(option(page, '林若云')).toHaveAttribute('aria-selected', 'true');
    await search(page).press('ArrowUp');
    await search(page).press('Enter');
    await holds(page, '["林若云","林若溪"]');
    await search(page).press('Enter');
    await holds(page, '["林若云"]');
    await search(page).press('Escape');
    await expect(search(page)).toHaveValue('');
    await expect(page.getByRole('tree')).toBeVisible();
  });

  await test.step('the tree unfolds level by level and is walked with the arrows', async () => {
    await nobody(page);
    const tree = page.getByRole('tree');
    await item(page, names.company).locator('span').first().click();
    await expect(item(page, names.centre)).toBeVisible();
    await tree.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => active(page)).toContain(names.centre);
    await page.keyboard.press('ArrowRight');
    await expect(item(page, names.team)).toHaveAttribute('aria-level', '3');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await holds(page, `["${names.team}"]`);
    await expect(item(page, names.team)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(item(page, names.team)).toHaveCount(0);
  });

  await test.step('a pasted list adds whom it names, asks for whom it may mean, and tells whom nobody is', async () => {
    await nobody(page);
    await page.getByRole('tab', { name: '批量粘贴' }).click();
    await page.getByRole('textbox', { name: '姓名、账号或邮箱' }).fill('林若溪\nchensiyuan；王伟，无此人');
    await page.getByRole('button', { name: '识别 4 个' }).click();
    await expect(page.getByText('识别出 2 个、1 个有重名、1 个没有找到')).toBeVisible();
    await holds(page, '["林若溪","陈思远"]');
    await page.getByRole('group', { name: '有 2 人叫「王伟」，请选择' }).getByRole('button', { name: 'wangwei2' }).click();
    await holds(page, '["林若溪","陈思远","王伟"]');
    await expect(page.getByText('无此人', { exact: true })).toBeVisible();
  });

  await test.step('the last ones chosen come back after a reload, but not who was frozen since', async () => {
    const company = await own();
    const departmentId = await createDepartment(company.database, { name: '最近部', parentId: null });
    const frozen = await hire(company, '将冻结', departmentId);
    await nobody(page);
    for (const name of ['将冻结', '许清扬']) {
      await search(page).fill(name);
      await option(page, name).click();
    }
    await company.database.updateTable('user_account').set({ frozen_at: new Date() }).where('id', '=', frozen.userId).execute();
    await thousands(company);
    await page.reload();
    await page.getByRole('tab', { name: '最近选择' }).click();
    const recent = page.getByRole('list', { name: '最近选择' });
    await expect(recent.getByRole('button', { name: '许清扬' })).toBeVisible();
    await expect(recent.getByRole('button', { name: '将冻结' })).toHaveCount(0);
    await recent.getByRole('button', { name: '许清扬' }).click();
    await holds(page, '["许清扬"]');
  });

  await test.step('a department of thousands is walked to its end with a handful of rows drawn', async () => {
    await nobody(page);
    await page.getByRole('tab').first().click();
    await item(page, '千人部').locator('span').first().click();
    await page.getByRole('tree').focus();
    // Each page of people loads when the end of the one before is in sight. What lies after the department is passed on the way up.
    await page.keyboard.press('End');
    await expect(item(page, '员工1199')).toBeAttached();
    await expect.poll(() => active(page)).not.toBe('');
    for (let step = 0; step < 30 && !(await active(page)).includes('员工1199'); step += 1) {
      await page.keyboard.press('ArrowUp');
      await expect.poll(() => active(page)).not.toBe('');
    }
    await page.keyboard.press('Space');
    await holds(page, '["员工1199"]');
    expect(await page.getByRole('treeitem').count()).toBeLessThan(60);
  });
});

test('departments and people come together, each with its role, and the reach is counted once', async ({ open }) => {
  const page = await open('?roles');
  await search(page).fill('cpzx');
  await option(page, '产品中心').click();
  await search(page).fill('chensiyuan');
  await option(page, '陈思远').click();
  await holds(page, '["产品中心: view","陈思远: view"]');
  await expect(page.getByText('共 6 人')).toBeVisible();
  await page.getByRole('combobox', { name: '陈思远的权限' }).click();
  await page.getByRole('option', { name: 'role manage' }).click();
  await holds(page, '["产品中心: view","陈思远: manage"]');
  await page.getByRole('combobox', { name: '全部设为' }).click();
  await page.getByRole('option', { name: 'role edit' }).click();
  await holds(page, '["产品中心: edit","陈思远: edit"]');
  await page.getByRole('button', { name: '移除产品中心' }).click();
  await holds(page, '["陈思远: edit"]');
});

test('a choice beyond the limit is refused with its reason', async ({ open }) => {
  const page = await open('?max=1');
  await search(page).fill('林若');
  await option(page, '林若溪').click();
  await option(page, '林若云').click();
  await expect(page.getByRole('alert')).toHaveText('超出限制：一次最多 1 项');
  await holds(page, '["林若溪"]');
  await option(page, '林若溪').click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

for (const walk of walksOf('phone'))
  test(`${walk.locale}: nothing is clipped and axe finds no fault`, async ({ open, signedIn }) => {
    await wear(signedIn, walk.looks[0]);
    await signedIn.addInitScript((chosen) => localStorage.setItem('alcove-language', chosen), walk.locale);
    const page = await open('?roles');
    const look = (name: string) =>
      inBothLooks(page, walk, `picker-${name}`, async () => {
        expect(await everyFault(page, '[role=dialog]'), name).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name).toBe(true);
        const fields = page.locator('input:visible');
        expect(await fields.evaluateAll((all) => all.every((one) => one.scrollWidth <= one.clientWidth)), name).toBe(true);
      });
    await item(page, '远岫科技').locator('span').first().click();
    await item(page, '产品中心').locator('span').first().click();
    await item(page, '产品中心').click();
    await item(page, '林若溪').click();
    await look('tree');
    const tab = (index: number) => page.getByRole('tab').nth(index);
    await tab(1).click();
    await look('recent');
    await tab(2).click();
    await page.getByRole('textbox').last().fill('王伟\nnobody');
    await page.getByRole('tabpanel').getByRole('button').first().click();
    await expect(page.getByRole('group')).toBeVisible();
    await look('paste');
    await page.getByRole('combobox').first().fill('lin');
    await expect(option(page, '林若溪')).toBeVisible();
    await look('found');
    if (walk.looks[0].width === 390) {
      await page.locator('[aria-expanded][type=button]').first().click();
      await look('chosen');
    }
    await page.getByRole('combobox').first().fill('没有这样的人');
    await expect(page.getByRole('status').filter({ hasText: '没有这样的人' })).toBeVisible();
    await look('nothing');
  });
