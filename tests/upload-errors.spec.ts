import { appendFileSync, renameSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { emptyDrive, expect, test } from './company.ts';
import { thorough } from './thorough.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';
import { personPassword } from '../apps/server/src/testing/index.ts';
import { calls } from '../packages/contract/src/index.ts';
import {
  MiB,
  answers,
  arrivedWhole,
  call,
  choose,
  expectEachOnce,
  expectNoneAgain,
  expectItemSays,
  fileOf,
  hold,
  hurry,
  itemOf,
  loseAnswers,
  meddle,
  partSize,
  retry,
  sentBy,
  speak,
  store,
} from './uploading.ts';

/**
 * The error catalog of specification 1 section 8, between a real browser and a real server: one fault per path that leaves the page. The
 * outcome of each step's failure is tested in `packages/transfer` (runner.test.ts), the texts in transfer-text.test.ts.
 */
test.describe.configure({ mode: 'parallel' });

type Language = 'zh-CN' | 'en-US';
const inParts = 2 * partSize + 77;
/** Uploaded with a single request and its own check. */
const atOnce = MiB + 4321;
/** Checked and saved in a batch. */
const small = 4321;

async function open(page: Page, language: Language, folderId?: string): Promise<void> {
  await speak(page, language);
  await page.goto(folderId === undefined ? '/disk/personalFile' : `/disk/personalFile?folder=${folderId}`);
}

/** Modifies a JSON response of the server. */
const changed =
  (change: (data: Record<string, unknown>) => void) =>
  async (route: Route): Promise<void> => {
    const response = await route.fetch();
    const envelope = (await response.json()) as { data: Record<string, unknown> };
    change(envelope.data);
    await route.fulfill({ response, json: envelope });
  };

interface Fault {
  what: string;
  size: number;
  at: Parameters<typeof meddle>[1];
  how: (route: Route) => Promise<void>;
  says: string;
  /** How many times the request is made before the item stops. */
  asked: number;
  only?: '@thorough';
}
const faults: Fault[] = [
  {
    what: 'the save of small files',
    size: small,
    at: call('uploads'),
    how: answers.broken,
    says: 'Upload interrupted, retry (Failed to save CDN fragmentation information)',
    asked: 4,
  },
  {
    what: 'a part',
    size: inParts,
    at: store.part(2),
    how: answers.brokenStore,
    says: 'Upload interrupted, retry [303]',
    asked: 4,
  },
  {
    what: 'the line to the server',
    size: atOnce,
    at: call('checkUploadAble'),
    how: answers.noLine,
    says: 'Connection lost',
    asked: 4,
    only: '@thorough',
  },
];

/** Fails for good, and a retry after the fault is mended finishes the upload. */
async function failsAndIsMended(page: Page, person: Person, { what, size, at, how, says, asked }: Fault): Promise<void> {
  const file = fileOf(`${what.replaceAll(/\W+/g, '-')}.bin`, size);
  const { accepted } = sentBy(page);
  const fault = await meddle(page, at, how);
  await choose(page, file);
  await expectItemSays(page, file.name, says);
  expect(fault.asked()).toBe(asked);
  expect(await person.names()).toEqual([]);
  fault.heal();
  await retry(page, file.name);
  await arrivedWhole(page, person, file);
  if (size === inParts) expectNoneAgain(accepted, size);
  await expect(itemOf(page, file.name)).toBeHidden();
  await page.unrouteAll();
}

test('what fails on the way stops the upload with its reason, and goes on once it is mended', async ({
  signedIn: page,
  person,
  company,
}) => {
  test.slow();
  await hurry(page);
  await open(page, 'en-US');
  for (const fault of faults.filter(({ only }) => only === undefined || thorough)) {
    await test.step(`${fault.what}: “${fault.says}”`, () => failsAndIsMended(page, person, fault));
    await emptyDrive(page, person);
  }
  await test.step('confusion points damaged on the way: out of bounds, nothing is sent, and a retry sends it obfuscated', async () => {
    const code = 'storageEncryption';
    await company.configures(code, true);
    try {
      const file = fileOf('confused.bin', inParts);
      const { begun, accepted } = sentBy(page);
      const damage = changed((data) => Object.assign(data['confuseParams'] as object, { points: [[inParts - 1, 100]] }));
      const fault = await meddle(page, call('checkUploadAble'), damage);
      await choose(page, file);
      await expectItemSays(page, file.name, 'Upload interrupted, retry (Array out of bounds)');
      expect(begun).toEqual([]);
      fault.heal();
      await retry(page, file.name);
      await arrivedWhole(page, person, file);
      expectEachOnce(accepted, file.size);
      await page.unrouteAll();
    } finally {
      await company.configures(code, undefined);
    }
  });
});

test('a full space: [002], and a retry works once there is room', { tag: '@thorough' }, async ({ signedIn: page, person, company }) => {
  const quota = (bytes: number) =>
    company.database
      .updateTable('space')
      .set({ quota_bytes: bytes })
      .where('id', '=', (where) => where.selectFrom('instance').select('space_id').where('id', '=', person.rootId))
      .execute();
  const file = fileOf('很大.bin', 3 * MiB);
  await quota(3 * MiB - 1);
  await open(page, 'zh-CN');
  await choose(page, file);
  await expectItemSays(page, file.name, '空间不足 [002]');
  await quota(3 * MiB);
  await retry(page, file.name);
  await arrivedWhole(page, person, file);
});

test(
  'a check that is never answered: request timed out, and a retry finishes',
  { tag: '@thorough' },
  async ({ signedIn: page, person }) => {
    // Shortens the page's timeout of 60 s to 2 s; all other timers are unchanged.
    await page.addInitScript(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (ms) => timeout(ms / 30);
    });
    const file = fileOf('late.txt', atOnce);
    await open(page, 'en-US');
    const gate = await hold(page, call('checkUploadAble'));
    await choose(page, file);
    await expectItemSays(page, file.name, 'Request timed out');
    gate.release();
    await retry(page, file.name);
    await arrivedWhole(page, person, file);
  },
);

/** Starts an upload of four parts and holds the first three in flight, while something happens to the file. */
async function underWay(page: Page, file: { path: string; name: string }): Promise<{ release(): void }> {
  const gate = await hold(page, store.part());
  await choose(page, file);
  await expect.poll(() => gate.held()).toBe(3);
  return gate;
}
const uploadsOf = (company: Company, person: Person) =>
  company.database.selectFrom('upload').select(['object_key', 'state']).where('user_id', '=', person.userId).execute();

test('a file that changes on the way, and a session that ends', async ({ signedIn: page, person, company, context }) => {
  test.slow();
  await test.step('a file that is written to during the upload is never merged; what was sent is given back, and picked again it arrives', async () => {
    const before = fileOf('修改.bin', 3 * partSize + 77);
    await open(page, 'zh-CN');
    let merges = 0;
    page.on('request', (request) => void (merges += store.merge(request) ? 1 : 0));
    const gate = await underWay(page, before);
    appendFileSync(before.path, 'one more line');
    gate.release();
    await expectItemSays(page, before.name, '文件在上传中被修改，请重新选择');
    expect(merges).toBe(0);
    expect(await person.names()).toEqual([]);
    await expect.poll(() => uploadsOf(company, person)).toEqual([]);
    await itemOf(page, before.name).getByRole('button', { name: '删除' }).click();
    const after = fileOf(before.name, atOnce);
    await choose(page, after);
    await arrivedWhole(page, person, after);
  });
  await test.step('a file that is moved away during the upload: it is missing; back in its place it goes on from the parts and says that it merges', async () => {
    await emptyDrive(page, person);
    const file = fileOf('moved.bin', 3 * partSize + 77);
    const { accepted } = sentBy(page);
    const gate = await underWay(page, file);
    renameSync(file.path, `${file.path}.elsewhere`);
    gate.release();
    await expectItemSays(page, file.name, '文件已不在原处');
    renameSync(`${file.path}.elsewhere`, file.path);
    const merge = await hold(page, store.merge);
    await retry(page, file.name);
    await expect(itemOf(page, file.name).getByText('正在合并')).toBeVisible();
    await expect.poll(() => merge.held()).toBe(1);
    await expect(itemOf(page, file.name).getByText('正在合并')).toBeVisible();
    await expect(itemOf(page, file.name).getByRole('button', { name: '暂停' })).toBeHidden();
    merge.release();
    await arrivedWhole(page, person, file);
    expectNoneAgain(accepted, file.size);
  });
  await test.step('the session ends during an upload: sign-in is next, and then the same file goes on from its parts', async () => {
    const file = fileOf('会话.bin', inParts);
    const { accepted } = sentBy(page);
    await emptyDrive(page, person);
    const gate = await hold(page, store.part(3));
    await choose(page, file);
    await expect.poll(() => [...accepted].sort()).toEqual([1, 2]);
    await context.request.post(calls.user.logout.path, { data: {}, headers: { 'x-requested-with': 'XMLHttpRequest' } });
    gate.release();
    await expect(page).toHaveURL(/\/disk\/signIn\?redirect=/);
    // The page leaves as soon as it hears of the end, so the last part arrives now or later.
    await page.getByRole('textbox', { name: '用户名' }).fill(person.accountName);
    await page.locator('input[type=password]').fill(personPassword);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(page).toHaveURL(/\/disk\/personalFile/);
    await choose(page, file);
    await arrivedWhole(page, person, file);
    expectNoneAgain(accepted, file.size);
  });
});

test(
  'the folder is deleted elsewhere during the upload: 90000 on the save and on what waits; taken back, both arrive',
  { tag: '@thorough' },
  async ({ signedIn: page, person }) => {
    const { instanceId: folderId } = await person.folder('季度');
    const [large, waiting] = [fileOf('large.bin', inParts), fileOf('waiting.bin', inParts)];
    await open(page, 'en-US', folderId);
    const gate = await hold(page, store.part(3));
    await choose(page, large, waiting);
    await expect.poll(() => gate.held()).toBe(1);
    await person.call(calls.instance.remove, { instanceIds: [folderId] });
    gate.release();
    await expectItemSays(page, large.name, 'The file doesn’t exist [90000]');
    await expectItemSays(page, waiting.name, 'The file doesn’t exist [90000]');
    await person.call(calls.instance.undoRemove, { instanceIds: [folderId] });
    await retry(page, large.name);
    await expect(itemOf(page, large.name)).toBeHidden();
    await retry(page, waiting.name);
    await expect(itemOf(page, waiting.name)).toBeHidden();
    expect((await person.names(folderId)).sort()).toEqual([large.name, waiting.name]);
  },
);

/** The server carried the request out, but its response was lost. runner.test.ts tests every step and each kind of loss. */
test(
  "the save lands and a proxy's page with status 200 comes back: one file, whole, and nobody is told of a failure",
  { tag: '@thorough' },
  async ({ signedIn: page, person }) => {
    const file = fileOf('landed.bin', inParts);
    await hurry(page);
    await open(page, 'en-US');
    const answer = await loseAnswers(page, '*/disk/api/instance/upload?*', { times: 2, page: 200 });
    let failed = 0;
    await page.exposeFunction('sawFailure', () => (failed += 1));
    await page.evaluate(() => {
      const watch = () => document.querySelector('[data-failed]') && (window as unknown as { sawFailure(): void }).sawFailure();
      new MutationObserver(watch).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await choose(page, file);
    await arrivedWhole(page, person, file);
    await expect(itemOf(page, file.name)).toBeHidden();
    expect([answer.lost(), answer.asked(), failed]).toEqual([2, 3, 0]);
  },
);
