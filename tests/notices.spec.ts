import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { notify } from '../apps/server/src/notices/index.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';
import { calls, eventsPath } from '../packages/contract/src/index.ts';
import type { GroupId, InstanceId } from '../packages/contract/src/index.ts';
import { newId } from '../apps/server/src/ids.ts';
import { everyFault } from './axe.ts';
import { byOtherName, expect, pageBeside, test as base } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

const by = { userId: randomUUID(), name: '沈嘉禾' };
const share = (company: Company, person: Person, instanceName: string) =>
  company.database
    .transaction()
    .execute((transaction) =>
      notify(transaction, [person.userId], { kind: 'shared', data: { by, instanceId: newId<InstanceId>(), instanceName } }),
    );
const ask = (company: Company, person: Person, groupName: string) => {
  const groupId = newId<GroupId>();
  return company.database
    .transaction()
    .execute((transaction) =>
      notify(transaction, [person.userId], { kind: 'handoverRequested', data: { by, groupId, groupName } }, groupId),
    );
};
async function listens(page: Page, address = '/disk/personalFile'): Promise<void> {
  const heard = page.waitForResponse((answer) => answer.url().endsWith(eventsPath) && answer.status() === 200);
  await page.goto(address);
  await heard;
}

// The first sign-in by password brings the welcome notification. A second one would ask about a new device.
const test = base.extend({
  person: async ({ company }, run) => {
    const person = await company.person({ byPassword: true });
    await person.call(calls.user.acknowledgeAgreement, {});
    await run(person);
  },
});

test('the board of notices: a fault, what arrives and is read, older ones and the keyboard', async ({
  signedIn: page,
  person,
  company,
}) => {
  test.slow();
  await test.step('a failure says so and can be tried again', async () => {
    // Requests fail until the button is pressed, so that an automatic retry cannot fix it.
    const pressed = () => page.evaluate(() => document.documentElement.hasAttribute('data-retried'));
    await listens(page);
    await expect(page.getByRole('button', { name: /^通知/ })).toBeVisible();
    const asked = `**${calls.notice.page.path}`;
    await page.route(asked, async (route) => ((await pressed()) ? route.fallback() : route.fulfill({ status: 500, body: '' })));
    await page.getByRole('button', { name: /^通知/ }).click();
    const board = page.getByRole('dialog', { name: '通知' });
    await expect(board.getByRole('alert')).toBeVisible();
    const retry = board.getByRole('button', { name: '重试' });
    await retry.evaluate((button) =>
      document.addEventListener(
        'click',
        ({ target }) => {
          if (target instanceof Element && target.closest('button')?.textContent === button.textContent)
            document.documentElement.setAttribute('data-retried', '');
        },
        true,
      ),
    );
    await retry.click();
    await expect(board.getByText(/欢迎使用/)).toBeVisible();
    await page.unroute(asked);
    await page.keyboard.press('Escape');
    await expect(board).toBeHidden();
  });

  await test.step('a new person finds a welcome; a notice arrives by itself, is read here, and is read in the other browser too', async () => {
    const other = await pageBeside(page, person);
    await listens(other, byOtherName(person.origin, '/disk/personalFile'));
    const bell = page.getByRole('button', { name: /^通知/ });
    await expect(bell).toHaveAccessibleName('通知，1 条未读');
    await bell.click();
    const board = page.getByRole('dialog', { name: '通知' });
    await expect(board.getByText(/欢迎使用/)).toBeVisible();

    await share(company, person, '视觉规范 2026');
    await expect(board.getByText('与你共享了「视觉规范 2026」')).toBeVisible();
    await expect(board.getByText('刚刚').first()).toBeVisible();
    await expect(bell).toHaveAccessibleName('通知，2 条未读');
    await expect(other.getByRole('button', { name: '通知，2 条未读' })).toBeVisible();

    const item = board.getByRole('listitem').filter({ hasText: '视觉规范' });
    await item.getByRole('button', { name: /标为已读/ }).click();
    await expect(item.getByRole('button')).toHaveCount(0);
    await expect(other.getByRole('button', { name: '通知，1 条未读' })).toBeVisible();
    await board.getByText('未读 1').click();
    await expect(board.getByRole('listitem')).toHaveCount(1);
    await board.getByRole('button', { name: '全部标为已读' }).click();
    await expect(board.getByText('没有未读的通知')).toBeVisible();
    await expect(other.getByRole('button', { name: '通知', exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: '通知', exact: true })).toBeVisible();
    await other.close();
  });

  await test.step('what is to do stays to do; older notices are loaded on; the keyboard opens, walks and closes', async () => {
    await ask(company, person, '发布会专项组');
    for (let n = 0; n < 24; n += 1) await share(company, person, `第 ${n} 份`);
    const bell = page.getByRole('button', { name: '通知，25 条未读' });
    await bell.focus();
    await page.keyboard.press('Enter');
    const board = page.getByRole('dialog', { name: '通知' });
    await expect(board.getByRole('listitem')).toHaveCount(20);
    // A notification arrives while the older ones are under way.
    let sendOlder = (): void => {};
    const older = new Promise<void>((resolve) => (sendOlder = resolve));
    await page.route(`**${calls.notice.page.path}*`, async (route) => {
      if (route.request().url().includes('before=')) await older;
      await route.continue();
    });
    await board.getByRole('button', { name: '加载更多' }).click();
    await share(company, person, '最后一份');
    await expect(board.getByText('最后一份')).toBeVisible();
    sendOlder();
    await expect(board.getByRole('listitem')).toHaveCount(28);
    await expect(board.getByRole('button', { name: '加载更多' })).toHaveCount(0);
    await board.getByRole('button', { name: '全部标为已读' }).click();
    await board.getByText('待我处理 1').click();
    await expect(board.getByRole('listitem')).toHaveText(/沈嘉禾\s*想把「发布会专项组」移交给你/);
    await page.keyboard.press('Escape');
    await expect(board).toBeHidden();
    await expect(page.getByRole('button', { name: '通知', exact: true })).toBeFocused();
  });
});

for (const walk of walksOf('phone'))
  test(`the board has no fault and keeps within its edges, ${walk.locale}`, async ({ page, person, company }) => {
    await ask(company, person, '一个名字很长很长很长很长很长很长很长很长的发布会专项组');
    await person.call(calls.notice.markRead, { all: true });
    await share(company, person, 'Visual_guide_2026_with_a_name_that_has_no_place_to_break_in_the_whole_of_it.pdf');
    await startWalk(page, person, walk);
    await page.goto('/disk/personalFile');
    const board = page.getByRole('dialog', { name: /^(通知|Notifications)/ });
    await inBothLooks(page, walk, 'notices', async (width) => {
      await page.getByRole('button', { name: /^(通知|Notifications)/ }).click();
      await expect(board.getByRole('listitem')).toHaveCount(3);
      await page.mouse.move(190, 700); // a phone has no pointer that hovers over a button
      expect(await everyFault(page)).toEqual([]);
      const beyond = await board.evaluate((box) => {
        const { left, right } = box.getBoundingClientRect();
        return [...box.querySelectorAll('*')]
          .filter((one) => one.getBoundingClientRect().right > right || one.getBoundingClientRect().left < left)
          .map((one) => one.outerHTML.slice(0, 120));
      });
      expect(beyond).toEqual([]);
      if (width === 390) expect(await board.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
      await page.keyboard.press('Escape');
      await expect(board).toBeHidden();
    });
  });
