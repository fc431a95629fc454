import type { Page } from '@playwright/test';
import { calls, encodeName, eventsPath } from '../packages/contract/src/index.ts';
import { byOtherName, expect, pageBeside, test } from './company.ts';
import { leaveWaiting } from './uploading.ts';

/** Opens the files and waits until the page receives live updates. */
async function listens(page: Page): Promise<void> {
  const heard = page.waitForResponse((answer) => answer.url().endsWith(eventsPath) && answer.status() === 200);
  await page.goto('/disk/personalFile');
  await heard;
  await page.waitForTimeout(300); // the initial requests are done
}
/** A second on a quick machine. A list that is not told of a change never asks again by itself. */
const soon = { timeout: 8000 };
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('live updates: one look per upload, the other browser, a cut line and an ended session', async ({
  signedIn: page,
  person,
  company,
}) => {
  test.slow();
  await test.step('an upload is followed by one look at its list, not two, whether word of it comes before its answer or after', async () => {
    await listens(page);
    let looks = 0;
    page.on('request', (request) => {
      // What a slow machine still asks because the page was opened comes before the file is sent.
      if (request.url().includes(calls.upload.uploads.path)) looks = 0;
      if (request.url().endsWith(calls.instance.narrowPage.path)) looks += 1;
    });
    const sends = async (name: string): Promise<void> => {
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
      await expect(row(page, name)).toBeVisible();
      await page.waitForTimeout(3000);
      expect(looks, name).toBe(1);
    };
    await sends('先有回答.txt');
    const saves = `**${calls.upload.uploads.path}*`;
    await page.route(saves, async (route) => {
      const answer = await route.fetch();
      await expect(row(page, '先有消息.txt')).toBeVisible();
      await page.waitForTimeout(1200); // longer than the page counts on word of it
      await route.fulfill({ response: answer });
    });
    await sends('先有消息.txt');
    await page.unroute(saves);
  });

  await test.step("what one browser changes shows at once in the person's other browser, with selection and scroll as they were", async () => {
    for (let n = 10; n < 25; n += 1) await person.folder(`资料 ${n}`);
    const there = await pageBeside(page, person);
    await there.setViewportSize({ width: 1100, height: 480 });
    await there.goto(byOtherName(person.origin, '/disk/personalFile?sort=instanceName&order=asc'));
    await expect(row(there, '资料 24')).toHaveCount(1);
    await there.waitForTimeout(1500);
    await row(there, '资料 21').click();
    await row(there, '资料 24').scrollIntoViewIfNeeded();
    const place = await row(there, '资料 24').boundingBox();

    await page.getByRole('button', { name: '新建文件夹' }).first().click();
    await page.getByRole('textbox', { name: '名称' }).fill('资料 99 新建');
    await page.keyboard.press('Enter');
    await expect(row(page, '资料 99 新建')).toBeVisible();
    await expect(row(there, '资料 99 新建')).toHaveCount(1, soon);
    await expect(there.getByText('已选 1 项')).toBeVisible();
    expect(await row(there, '资料 24').boundingBox()).toEqual(place);

    const made = await person.uploads('你好', '资料 98.txt');
    await expect(row(there, '资料 98.txt')).toHaveCount(1, soon);
    await person.call(calls.instance.rename, { instanceId: made.instanceId, fileName: encodeName('资料 97.txt') });
    await expect(row(there, '资料 97.txt')).toHaveCount(1, soon);
    await person.call(calls.instance.remove, { instanceIds: [made.instanceId] });
    await expect(row(there, '资料 97.txt')).toHaveCount(0, soon);
    await there.close();
  });

  await test.step('what was missed while the line was cut is there once it is back, and a session that is ended elsewhere leads to sign-in by itself', async () => {
    await page.context().setOffline(true);
    await expect(page.getByText('网络已断开').first()).toBeVisible();
    await person.folder('错过的');
    await page.context().setOffline(false);
    await expect(row(page, '错过的')).toBeVisible();
    await company.database.deleteFrom('session').where('user_id', '=', person.userId).execute();
    await expect(page).toHaveURL(/signIn/);
  });
});

test('once the stream is open, each list is asked for once more, and shows what changed before nobody would have told of it', async ({
  signedIn: page,
  person,
  company,
}) => {
  const { instanceId } = await person.uploads('一', '以前.txt');
  const calledOnce = [calls.instance.narrowPage, calls.instance.queryInstanceDetail, calls.user.queryUserCapacity, calls.notice.unread];
  const asked = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
  });
  await page.route(`**${eventsPath}`, async (route) => {
    await expect(row(page, '以前.txt')).toBeVisible();
    // No event tells of this.
    await company.database
      .updateTable('instance')
      .set({ name: '改过.txt', folded_name: '改过.txt' })
      .where('id', '=', instanceId)
      .execute();
    asked.clear();
    await route.continue();
  });
  await page.goto('/disk/personalFile');
  await expect(row(page, '改过.txt')).toBeVisible();
  for (const { path } of calledOnce) expect(asked.get(path), path).toBe(1);
});

test('tabs of one browser share a stream; when its tab goes, another takes over', async ({ signedIn: first, person }) => {
  let streams = 0;
  first.context().on('request', (request) => {
    if (request.url().endsWith(eventsPath)) streams += 1;
  });
  await listens(first);
  const second = await first.context().newPage();
  await second.goto('/disk/personalFile');
  await expect(second.getByText('这里还没有文件')).toBeVisible();
  await second.waitForTimeout(1500);
  expect(streams).toBe(1);
  await person.folder('一');
  for (const page of [first, second]) await expect(row(page, '一')).toBeVisible(soon);
  await first.close();
  await expect.poll(() => streams).toBe(2);
  await second.waitForTimeout(500);
  await person.folder('二');
  await expect(row(second, '二')).toBeVisible(soon);
});

test('an upload shows in its list although nothing is told', async ({ signedIn: page }) => {
  await leaveWaiting(page, `*${eventsPath}`);
  await page.goto('/disk/personalFile');
  await expect(page.getByText('这里还没有文件')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({ name: '一份.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(row(page, '一份.txt')).toBeVisible();
});
