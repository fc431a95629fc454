import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { byOtherName, expect, pageBeside, test } from './company.ts';
import { calls, eventsPath } from '../packages/contract/src/index.ts';
import { leaveWaiting } from './uploading.ts';

const MiB = 1_048_576;

const record = (filename: string) => ({
  id: randomUUID(),
  filename,
  fileSize: 5,
  transferType: 'upload' as const,
  parentNames: ['项目'],
  parentId: null,
  fileId: randomUUID(),
});
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const panel = (page: Page) => page.getByRole('region', { name: '传输列表' });

async function openTab(page: Page, tab: '上传' | '下载' | '已完成'): Promise<void> {
  if (!(await panel(page).isVisible())) await page.getByRole('button', { name: /传输/ }).first().click();
  await panel(page)
    .getByRole('tab', { name: new RegExp(`^${tab}`) })
    .click();
}

test('the finished list follows the person to another browser, in pages of 20, and is cleared for good', async ({
  signedIn: page,
  person,
}) => {
  await person.call(calls.transfer.add, { records: Array.from({ length: 45 }, (_, n) => record(`旧文件 ${n + 1}.txt`)) });
  await page.goto('/disk/personalFile');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '上传', exact: true }).first().click();
  await (await chooser).setFiles({ name: '刚上传 📄.txt', mimeType: 'text/plain', buffer: Buffer.from('新内容') });
  await expect(rowOf(page, '刚上传 📄.txt')).toBeVisible();

  const other = await pageBeside(page, person);
  await other.goto(byOtherName(person.origin, '/disk/personalFile'));
  await openTab(other, '已完成');
  const list = panel(other);
  await expect(list.getByRole('row').filter({ hasText: '刚上传 📄.txt' })).toBeVisible();
  await expect(list.getByText('共 46 项')).toBeVisible();
  await expect(list.locator('tbody').getByRole('row')).toHaveCount(20);
  await list.getByRole('button', { name: '3', exact: true }).click();
  await expect(list.locator('tbody').getByRole('row')).toHaveCount(6);

  await list.getByRole('button', { name: '清空记录' }).click();
  await other.getByRole('dialog').getByRole('button', { name: '清空记录' }).click();
  await expect(list.getByText('还没有完成的传输')).toBeVisible();
  await page.reload();
  await openTab(page, '已完成');
  await expect(panel(page).getByText('还没有完成的传输')).toBeVisible();
  await expect(rowOf(page, '刚上传 📄.txt')).toBeVisible();
  await other.close();
});

test('a download goes by a hidden frame that leaves after ten minutes; one call for each file', async ({ signedIn: page, person }) => {
  for (const name of ['一.txt', '二.txt', '三.txt']) await person.uploads(`内容 ${name}`, name);
  await page.clock.install();
  await page.goto('/disk/personalFile');
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === calls.download.download.path) asked.push(url.searchParams.get('instanceId') ?? '');
  });
  await expect(rowOf(page, '一.txt')).toBeVisible();
  await rowOf(page, '一.txt').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('toolbar').getByRole('button', { name: '下载' }).click();
  await expect.poll(() => page.locator('iframe').count()).toBe(3);
  expect(new Set(asked).size).toBe(3);
  expect(asked.length).toBe(3);
  // The page's clock goes on by itself, too: on a busy machine by many seconds.
  await page.clock.fastForward(540_000);
  expect(await page.locator('iframe').count()).toBe(3);
  await page.clock.fastForward(61_000);
  await expect.poll(() => page.locator('iframe').count()).toBe(0);
});

/** Playwright cannot operate the browser's save dialog. Here the dialog returns a real file in the origin private file system instead. */
async function withPlaces(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const place = () => navigator.storage.getDirectory();
    Object.assign(window, {
      showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) =>
        (await place()).getFileHandle(suggestedName, { create: true }),
      showDirectoryPicker: place,
    });
  });
}
const savedSha256 = (page: Page, name: string): Promise<string> =>
  page.evaluate(async (wanted) => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle(wanted);
    const digest = await crypto.subtle.digest('SHA-256', await (await handle.getFile()).arrayBuffer());
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }, name);

test('a download to a chosen place shows how far it is, pauses, and goes on by range after a pause, a broken line and a failing store', async ({
  signedIn: page,
  person,
  context,
}) => {
  const bytes = randomBytes(20 * MiB + 77);
  await person.uploads(bytes, '母带 🎬.bin');
  await person.call(calls.user.saveSettings, { askDownloadPath: true });
  await withPlaces(page);
  const line = await context.newCDPSession(page);
  const speed = (downloadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', { offline: false, latency: 5, downloadThroughput, uploadThroughput: -1 });
  await page.goto('/disk/personalFile');
  await rowOf(page, '母带 🎬.bin').click();
  const ranges: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/storage/') && request.method() === 'GET') ranges.push(request.headers()['range'] ?? 'whole');
  });
  await speed(4 * MiB);
  await page.getByRole('toolbar').getByRole('button', { name: '下载' }).click();
  const list = panel(page);
  await expect(list.getByText(/剩余/)).toBeVisible();
  await list.getByRole('button', { name: '暂停', exact: true }).click();
  await expect(list.getByText(/已暂停 · [1-9]/)).toBeVisible();
  await list.getByRole('button', { name: '继续', exact: true }).click();
  await expect(list.getByText(/剩余/)).toBeVisible();
  await context.setOffline(true);
  await expect(list.getByText(/网络已断开/)).toBeVisible();
  let failures = 0;
  await page.route(/\/storage\//, (route) => {
    failures += 1;
    return failures <= 2 ? route.fulfill({ status: 503, body: '' }) : route.continue();
  });
  await context.setOffline(false);
  await speed(-1);
  await expect(list.getByText('没有正在下载的文件')).toBeVisible();
  expect(await savedSha256(page, '母带 🎬.bin')).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(failures).toBeGreaterThanOrEqual(3);
  expect(ranges[0]).toBe('whole');
  const later = ranges.slice(1).map((range) => Number(/^bytes=(\d+)-$/.exec(range)?.[1]));
  expect(later.length).toBeGreaterThanOrEqual(2);
  expect(Math.min(...later)).toBeGreaterThan(0);
  await openTab(page, '已完成');
  await expect(list.getByRole('row').filter({ hasText: '母带 🎬.bin' }).getByText('下载')).toBeVisible();
});

test('several files go into one folder, numbered where a name is taken; one that is gone says so', async ({ signedIn: page, person }) => {
  const ids = [await person.uploads('甲', '甲.txt'), await person.uploads('乙', '乙.txt')];
  await person.call(calls.user.saveSettings, { askDownloadPath: true });
  await withPlaces(page);
  await leaveWaiting(page, `*${eventsPath}`); // without live updates the page does not notice that a file is gone
  await page.goto('/disk/personalFile');
  await page.evaluate(async () => void (await (await navigator.storage.getDirectory()).getFileHandle('甲.txt', { create: true })));
  await expect(rowOf(page, '乙.txt')).toBeVisible();
  await rowOf(page, '乙.txt').click();
  await page.keyboard.press('ControlOrMeta+a');
  await person.call(calls.instance.remove, { instanceIds: [ids[1]!.instanceId] });
  await page.getByRole('toolbar').getByRole('button', { name: '下载' }).click();
  await expect(panel(page).getByText('文件不存在')).toBeVisible();
  const text = (name: string) =>
    page.evaluate(async (wanted) => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle(wanted);
      return (await handle.getFile()).text();
    }, name);
  await expect.poll(() => text('甲 (1).txt')).toBe('甲');
  expect(await text('甲.txt')).toBe('');
});
