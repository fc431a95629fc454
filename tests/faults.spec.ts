import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './company.ts';
import { adminPassword, freePort, freshDataFolder, startServer } from '../apps/server/src/testing/index.ts';
import type { Person } from '../apps/server/src/testing/index.ts';
import { calls } from '../packages/contract/src/index.ts';

const MiB = 1_048_576;
const part = 8 * MiB;
const folder = mkdtempSync(join(tmpdir(), 'alcove-faults-'));

function fileOf(name: string, bytes: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

async function choose(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '上传', exact: true }).first().click();
  await (await chooser).setFiles(path);
}

/** Numbers of the parts that the store accepted, in the order of its answers. */
function acceptedParts(page: Page): number[] {
  const parts: number[] = [];
  page.on('response', (response) => {
    const number = new URL(response.url()).searchParams.get('partNumber');
    if (number !== null && response.request().method() === 'PUT' && response.ok()) parts.push(Number(number));
  });
  return parts;
}

async function arrivedWhole(page: Page, person: Person, name: string, bytes: Buffer): Promise<void> {
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible({ timeout: 60_000 });
  const { items } = await person.call(calls.instance.page, { parentId: person.rootId, page: 1, pageSize: 20 });
  const file = items.find((one) => one.instanceName === name);
  const got = await person.downloads(file!.instanceId);
  expect(createHash('sha256').update(got).digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
}

for (const status of [500, 503]) {
  test(`a store that answers ${status} now and then: the file arrives whole, and no part that was accepted is sent again`, async ({
    signedIn: page,
    person,
  }) => {
    const bytes = randomBytes(5 * part + 1234);
    const failed = new Set<string>();
    await page.route(/partNumber=[24]&/, async (route) => {
      const number = new URL(route.request().url()).searchParams.get('partNumber')!;
      if (failed.has(number)) return route.continue();
      failed.add(number);
      return route.fulfill({ status, contentType: 'application/xml', body: '<Error><Code>InternalError</Code></Error>' });
    });
    await page.goto('/disk/personalFile');
    const parts = acceptedParts(page);
    await choose(page, fileOf(`故障 ${status}.bin`, bytes));
    await arrivedWhole(page, person, `故障 ${status}.bin`, bytes);
    expect([...failed].sort()).toEqual(['2', '4']);
    expect([...parts].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });
}

test('a reload half-way: the same file goes on from the parts that are there', async ({ signedIn: page, person, context }) => {
  const bytes = randomBytes(6 * part);
  const path = fileOf('重新载入.bin', bytes);
  await page.goto('/disk/personalFile');
  const before = acceptedParts(page);
  const line = await context.newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 12 * MiB });
  await choose(page, path);
  await expect.poll(() => before.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('还没有文件').first()).toBeVisible();
  const already = before.length;
  before.length = 0;
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  await choose(page, path);
  await arrivedWhole(page, person, '重新载入.bin', bytes);
  expect(before.length).toBeLessThanOrEqual(6 - already);
});

test('another browser of the same person goes on from the parts of the first', async ({ signedIn: page, person, browser, context }) => {
  const bytes = randomBytes(6 * part);
  const path = fileOf('换一台设备.bin', bytes);
  await page.goto('/disk/personalFile');
  const first = acceptedParts(page);
  const line = await context.newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 12 * MiB });
  await choose(page, path);
  await expect.poll(() => first.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
  await page.getByRole('button', { name: '暂停', exact: true }).first().click();

  const other = await (await browser.newContext({ storageState: await context.storageState(), locale: 'zh-CN' })).newPage();
  await other.goto('/disk/personalFile');
  const second = acceptedParts(other);
  await choose(other, path);
  await arrivedWhole(other, person, '换一台设备.bin', bytes);
  expect(second.length).toBeLessThanOrEqual(6 - first.length);
});

test('two tabs do not send the same file twice', async ({ signedIn: page, person, context }) => {
  const bytes = randomBytes(3 * part);
  const path = fileOf('两个标签页.bin', bytes);
  await page.goto('/disk/personalFile');
  const first = acceptedParts(page);
  const line = await context.newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 8 * MiB });
  const other = await context.newPage();
  await other.goto('/disk/personalFile');
  const second = acceptedParts(other);
  await choose(page, path);
  await expect(page.getByText('剩余').first()).toBeVisible();
  await choose(other, path);
  await expect(other.getByText('已在传输列表中')).toBeVisible();
  await arrivedWhole(page, person, '两个标签页.bin', bytes);
  expect([first.length, second.length]).toEqual([3, 0]);
  await choose(other, path);
  await expect(other.getByRole('dialog').getByText('两个都保留')).toBeVisible();
});

test('the server is killed half-way and started again: the upload goes on with what is missing', async ({ browser }) => {
  test.setTimeout(150_000);
  const dataDir = freshDataFolder();
  const port = await freePort();
  let server = await startServer(dataDir, port);
  try {
    const bytes = randomBytes(6 * part);
    const context = await browser.newContext({ locale: 'zh-CN', baseURL: server.origin });
    const headers = { 'x-requested-with': 'XMLHttpRequest' };
    await context.request.post(calls.user.signIn.path, { form: { username: 'admin', password: adminPassword }, headers });
    await context.request.post(calls.user.acknowledgeAgreement.path, { data: {}, headers });
    const page = await context.newPage();
    await page.goto('/disk/personalFile');
    const parts = acceptedParts(page);
    const line = await context.newCDPSession(page);
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 20,
      downloadThroughput: -1,
      uploadThroughput: 12 * MiB,
    });
    await choose(page, fileOf('停机.bin', bytes));
    await expect.poll(() => parts.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
    await server.kill('SIGKILL');
    await line.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
    server = await startServer(dataDir, port);
    const row = page.getByRole('row').filter({ hasText: '停机.bin' });
    const again = page.getByRole('button', { name: '重试' });
    await expect(row.or(again).first()).toBeVisible({ timeout: 60_000 });
    if (!(await row.isVisible())) await again.click();
    await expect(row).toBeVisible({ timeout: 60_000 });
    expect([...parts].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    const coming = page.waitForEvent('download');
    await row.click();
    await page.getByRole('toolbar').getByRole('button', { name: '下载' }).click();
    const got = readFileSync(await (await coming).path());
    expect(got.equals(bytes)).toBe(true);
  } finally {
    await server.kill('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  }
});
