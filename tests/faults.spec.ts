import { rmSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { expect, follow, test } from './company.ts';
import { adminPassword, Client, freePort, freshDataFolder, personPassword, startServer } from '../apps/server/src/testing/index.ts';
import type { ServerProcess } from '../apps/server/src/testing/index.ts';
import { calls } from '../packages/contract/src/index.ts';
import { thorough } from './thorough.ts';
import type { PickedFile, Sent } from './uploading.ts';
import {
  MiB,
  answers,
  arrivedWhole,
  bytesOf,
  choose,
  expectEachOnce,
  expectItemSays,
  fileOf,
  hold,
  hurry,
  itemOf,
  leaveWaiting,
  meddle,
  partSize,
  partsOf,
  retry,
  rowOf,
  sentBy,
  slowLine,
  store,
  uploadButton,
} from './uploading.ts';

/** Set by `./bench/soak`, which runs the same faults with large files. */
const soak = process.env['ALCOVE_FAULT_MIB'];
// The thorough tests want five parts.
const mib = Number(soak ?? (thorough ? 32 : 8));
const size = mib * MiB + 1234;
const parts = partsOf(size);
/** While its last part waits, an upload is under way, however fast the machine is. */
const lastPart = `*partNumber=${parts}*`;
/** The number of parts sent before the fault. */
const someParts = Math.ceil(parts / 3);
/** Uploading a large file and reading it back takes time. */
const patience = { timeout: 60_000 + mib * 250 };
test.describe.configure({ timeout: 90_000 + mib * 500 });

/** Returns the bytes of all started parts; aborted parts count in full. A soak prints them. */
function tellBegun(...sent: Sent[]): number {
  const begun = sent.flatMap((one) => one.begun);
  const bytes = bytesOf(begun, size);
  if (soak !== undefined)
    console.log(`    bytes sent / size of the file: ${(bytes / size).toFixed(4)}, parts begun / parts: ${begun.length} / ${parts}`);
  return bytes;
}

/** Expects that no accepted part was sent again. Each cut may have aborted at most the parts in flight. */
function expectNoneTwice(cuts: number, ...sent: Sent[]): void {
  const accepted = sent.flatMap((one) => one.accepted);
  expect(accepted.length).toBe(new Set(accepted).size);
  const bytes = tellBegun(...sent);
  expect(bytes).toBeLessThanOrEqual(size + cuts * 3 * partSize);
}
/** Expects that every part was accepted exactly once. */
function expectAllOnce(sent: Sent): void {
  tellBegun(sent);
  expectEachOnce(sent.accepted, size);
}
const until = (sent: Sent, count = someParts) => expect.poll(() => sent.accepted.length, patience).toBeGreaterThanOrEqual(count);

test(
  'a store that answers 503 and 500 now and then, and is slow with a part: the file arrives whole, and no part is accepted twice',
  { tag: '@thorough' },
  async ({ signedIn: page, person }) => {
    const file = fileOf('故障.bin', size);
    const busy = (route: Route) => route.fulfill({ status: 503, contentType: 'application/xml', body: '<Error/>' });
    const failing = [await meddle(page, store.part(2), busy, 1), await meddle(page, store.part(4), answers.brokenStore, 1)];
    const slow = await hold(page, store.part(3));
    await page.goto('/disk/personalFile');
    const sent = sentBy(page);
    await choose(page, file);
    await until(sent, parts - 1);
    await page.waitForTimeout(1500); // long enough for a second try
    slow.release();
    await arrivedWhole(page, person, file, patience);
    expect(failing.map((one) => one.asked())).toEqual([2, 2]);
    expect(slow.held()).toBe(1);
    expectAllOnce(sent);
    expect(sent.begun.length).toBe(parts + 2);
  },
);

test('the line is cut and comes back: the upload pauses and goes on by itself, with what is missing', async ({
  signedIn: page,
  person,
  context,
}) => {
  const file = fileOf('断网.bin', size);
  await page.goto('/disk/personalFile');
  const sent = sentBy(page);
  const letGo = await leaveWaiting(page, lastPart);
  await choose(page, file);
  await until(sent);
  await context.setOffline(true);
  await expect(page.getByText('网络已断开').first()).toBeVisible();
  await expect(itemOf(page, file.name).getByText('网络已断开，恢复后自动继续')).toBeVisible();
  const stopped = sent.begun.length;
  await page.waitForTimeout(2000);
  expect(sent.begun.length).toBe(stopped);
  await letGo();
  await context.setOffline(false);
  await arrivedWhole(page, person, file, patience);
  expectNoneTwice(1, sent);
});

test('a tab that crashes: a new one goes on from the parts', async ({ signedIn: page, person, context }) => {
  const file = fileOf('标签页.bin', size);
  await page.goto('/disk/personalFile');
  const before = sentBy(page);
  await leaveWaiting(page, lastPart);
  await choose(page, file);
  await until(before);
  await page.goto('chrome://crash').catch(() => {}); // the crash rejects this call
  const next = await context.newPage();
  const after = sentBy(next);
  await next.goto('/disk/personalFile');
  await choose(next, file);
  await arrivedWhole(next, person, file, patience);
  expectNoneTwice(1, before, after);
});

test('hasty fingers: double clicks on upload, pause and resume never send anything twice', async ({ signedIn: page, person }) => {
  const file = fileOf('双击.bin', size);
  await page.goto('/disk/personalFile');
  const sent = sentBy(page);
  const letGo = await leaveWaiting(page, lastPart);
  const choosers: { setFiles(path: string): Promise<void> }[] = [];
  page.on('filechooser', (chooser) => choosers.push(chooser));
  await uploadButton(page).dblclick();
  await expect.poll(() => choosers.length).toBeGreaterThanOrEqual(1);
  for (const chooser of choosers) await chooser.setFiles(file.path);
  await expect(itemOf(page, file.name)).toBeVisible();
  await until(sent, 1);
  for (const name of ['暂停', '继续', '暂停']) {
    const button = itemOf(page, file.name).getByRole('button', { name, exact: true });
    if (await button.isVisible()) await button.dblclick();
    await page.waitForTimeout(300);
  }
  const goOn = itemOf(page, file.name).getByRole('button', { name: '继续', exact: true });
  if (await goOn.isVisible()) await goOn.click();
  await letGo();
  await arrivedWhole(page, person, file, patience);
  expectNoneTwice(6, sent);
});

test('two tabs do not send the same file twice; closing the one that sends asks first, and whoever stays loses nothing', async ({
  signedIn: page,
  person,
  context,
}) => {
  const file = fileOf('两个标签页.bin', size);
  await page.goto('/disk/personalFile');
  const first = sentBy(page);
  const letGo = await leaveWaiting(page, lastPart);
  const other = await context.newPage();
  await other.goto('/disk/personalFile');
  const second = sentBy(other);
  await choose(page, file);
  await until(first, 1);
  await choose(other, file);
  await expect(other.getByText('已在传输列表中')).toBeVisible();
  const asking = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asking;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await letGo();
  await arrivedWhole(page, person, file, patience);
  expectAllOnce(first);
  expect(second.begun).toEqual([]);
  await choose(other, file);
  await expect(other.getByRole('dialog').getByText('两个都保留')).toBeVisible();
  await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]); // nothing is uploading, so the browser must not ask
});

test('another person signs in on the same page: the list is empty, and their file is their own', async ({ page, person, company }) => {
  const other = await company.person();
  await other.call(calls.user.acknowledgeAgreement, {});
  const file = fileOf('换人.bin', size);
  const signIn = async (accountName: string) => {
    await page.getByRole('textbox', { name: '用户名' }).fill(accountName);
    await page.locator('input[type=password]').fill(personPassword);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(uploadButton(page)).toBeVisible();
  };
  await page.goto('/disk/signIn');
  await signIn(person.accountName);
  const sent = sentBy(page);
  // Signing in takes as long as it takes: the upload must not be over by then.
  const letGo = await leaveWaiting(page, lastPart);
  await choose(page, file);
  await until(sent);
  // This navigates without a reload, which would empty the list in any case.
  await follow(page, '/disk/signIn');
  await signIn(other.accountName);
  await expect(itemOf(page, file.name)).toBeHidden();
  await expect(rowOf(page, file.name)).toBeHidden();
  const [begun, theirs] = [sent.begun.length, sentBy(page)];
  await letGo();
  await page.waitForTimeout(1000);
  expect(sent.begun.length).toBe(begun);
  await choose(page, file);
  await arrivedWhole(page, other, file, patience);
  expectAllOnce(theirs);
  expect(await person.names()).toEqual([]);
});

test.describe('a server of its own', () => {
  const dataDir = freshDataFolder();
  let server: ServerProcess;
  let port: number;
  test.beforeAll(async () => {
    port = await freePort();
    server = await startServer(dataDir, port);
  });
  test.afterAll(async () => {
    server.child.kill('SIGCONT');
    await server.kill('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** A page of the administrator's, who has no other files than those of the test. */
  async function signsIn(page: Page): Promise<Client & { rootId: string }> {
    const owner = new Client(server.origin);
    await owner.call(calls.user.signIn, { username: 'admin', password: adminPassword });
    await owner.call(calls.user.acknowledgeAgreement, {});
    const { personalRootId: rootId } = await owner.call(calls.user.currentUser, {});
    const { items } = await owner.call(calls.instance.page, { parentId: rootId });
    if (items.length > 0) await owner.call(calls.instance.remove, { instanceIds: items.map(({ instanceId }) => instanceId) });
    await page.context().addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: server.origin })));
    await page.goto(`${server.origin}/disk/personalFile`);
    return Object.assign(owner, { rootId });
  }

  test(
    'answers nothing at all for 5 s: the upload waits and goes on, and no part is sent twice',
    { tag: '@thorough' },
    async ({ page }) => {
      const owner = await signsIn(page);
      const file = fileOf('停顿.bin', size);
      const sent = sentBy(page);
      const free = await slowLine(page, Math.max(6 * MiB, size / 30));
      await choose(page, file);
      await until(sent);
      server.child.kill('SIGSTOP');
      await free();
      await page.waitForTimeout(1500);
      const standing = sent.accepted.length;
      await page.waitForTimeout(3500);
      expect(sent.accepted.length).toBe(standing);
      expect(standing).toBeLessThan(parts);
      server.child.kill('SIGCONT');
      await arrivedWhole(page, owner, file, patience);
      expectAllOnce(sent);
      expect(sent.begun.length).toBe(parts);
    },
  );

  test('is killed half-way and started again: the upload goes on with what is missing', async ({ page }) => {
    await hurry(page);
    const owner = await signsIn(page);
    const file: PickedFile = fileOf('停机.bin', size);
    const sent = sentBy(page);
    const letGo = await leaveWaiting(page, lastPart);
    await choose(page, file);
    await until(sent);
    await server.kill('SIGKILL');
    await letGo();
    await expectItemSays(page, file.name, '网络异常');
    server = await startServer(dataDir, port);
    await retry(page, file.name);
    await arrivedWhole(page, owner, file, patience);
    tellBegun(sent);
    const accepted = new Set(sent.accepted);
    expect(accepted.size).toBe(sent.accepted.length);
  });
});
