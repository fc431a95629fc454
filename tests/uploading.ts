/** Helpers for browser tests of uploads: files on disk, choosing them, the requests sent, and the result on the server. */
import { createHash, randomFillSync } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page, Request, Route } from '@playwright/test';
import { expect } from './company.ts';
import { calls, limits } from '../packages/contract/src/index.ts';
import type { Client } from '../apps/server/src/testing/index.ts';

export const MiB = 1_048_576;
export const partSize: number = limits.partSize;

let made: string | undefined;
/** Created with the first file, so that merely listing the tests leaves nothing behind. */
function folder(): string {
  if (made === undefined) {
    const path = mkdtempSync(join(tmpdir(), 'alcove-picked-'));
    process.once('exit', () => rmSync(path, { recursive: true, force: true }));
    made = path;
  }
  return made;
}

/** A file on disk, ready to be chosen. */
export interface PickedFile {
  path: string;
  name: string;
  size: number;
  sha256: string;
}

/** If the content is a number, writes that many random bytes, in chunks, because they may not fit in memory. */
export function fileOf(name: string, content: Buffer | string | number): PickedFile {
  const path = join(folder(), name);
  const hash = createHash('sha256');
  if (typeof content !== 'number') {
    writeFileSync(path, content);
    hash.update(content);
  } else {
    const file = openSync(path, 'w');
    const piece = Buffer.allocUnsafe(16 * MiB);
    for (let left = content; left > 0; left -= piece.length) {
      const bytes = randomFillSync(piece).subarray(0, left);
      writeSync(file, bytes);
      hash.update(bytes);
    }
    closeSync(file);
  }
  return { path, name, size: statSync(path).size, sha256: hash.digest('hex') };
}

export const uploadButton = (page: Page): Locator => page.getByRole('button', { name: /^(上传|Upload)$/ }).first();

export async function choose(page: Page, ...files: { path: string }[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await uploadButton(page).click();
  await (await chooser).setFiles(files.map(({ path }) => path));
}

export const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

/** The upload's row in the transfer list. */
export const itemOf = (page: Page, name: string): Locator =>
  page
    .getByRole('region', { name: /^(传输列表|Transfers)$/ })
    .getByRole('listitem')
    .filter({ hasText: name });

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Expects the row to show exactly this text, which may be followed by how much was kept. */
export async function expectItemSays(page: Page, name: string, text: string): Promise<void> {
  const whole = new RegExp(`^${literally(text)}( · (已保留 \\d+%|\\d+% kept))?$`);
  await expect(itemOf(page, name).getByText(whole)).toBeVisible();
}

export const retry = (page: Page, name: string): Promise<void> =>
  itemOf(page, name)
    .getByRole('button', { name: /^(重试|Retry)$/ })
    .click();

/** What the page sends to the storage host. */
export interface Sent {
  /** Part numbers in the order in which the store accepted them. */
  accepted: number[];
  /** Part numbers of all started requests, including failed and aborted ones. */
  begun: number[];
}
const partNumberOf = (request: Request): number | null => {
  const number = new URL(request.url()).searchParams.get('partNumber');
  return number !== null && request.method() === 'PUT' ? Number(number) : null;
};
export function sentBy(page: Page): Sent {
  const sent: Sent = { accepted: [], begun: [] };
  // A part that began earlier may be answered now: it is not one of these.
  const begun = new WeakSet<Request>();
  page.on('request', (request) => {
    const number = partNumberOf(request);
    if (number === null) return;
    begun.add(request);
    sent.begun.push(number);
  });
  page.on('response', (response) => {
    const number = partNumberOf(response.request());
    if (number !== null && begun.has(response.request()) && response.ok()) sent.accepted.push(number);
  });
  return sent;
}
export const partsOf = (size: number): number => Math.ceil(size / partSize);
/** The total bytes of these parts of a file of that size. */
export const bytesOf = (parts: readonly number[], size: number): number =>
  parts.reduce((sum, number) => sum + Math.min(partSize, size - (number - 1) * partSize), 0);
/**
 * Expects every part exactly once: none is missing, and none was sent again after the store had it. For uploads without a pause or failure.
 */
export function expectEachOnce(accepted: readonly number[], size: number): void {
  expect([...accepted].sort((a, b) => a - b)).toEqual(Array.from({ length: partsOf(size) }, (_, index) => index + 1));
}
/**
 * Expects no part twice. A part whose response was lost to a pause or fault may be stored without being listed here; `arrivedWhole` checks
 * completeness.
 */
export function expectNoneAgain(accepted: readonly number[], size: number): void {
  expect(new Set(accepted).size).toBe(accepted.length);
  expect(accepted.every((number) => number >= 1 && number <= partsOf(size))).toBe(true);
  expect(accepted.length).toBeGreaterThan(0);
}

/** Expects the file on the server, once, with the same bytes. */
export async function arrivedWhole(
  page: Page,
  person: Client & { rootId: string },
  file: PickedFile,
  { parentId = person.rootId, timeout = 60_000 }: { parentId?: string; timeout?: number } = {},
): Promise<void> {
  await expect(rowOf(page, file.name)).toBeVisible({ timeout });
  const { items } = await person.call(calls.instance.page, { parentId, page: 1, pageSize: 100 });
  expect(items.map(({ instanceName }) => instanceName)).toEqual([file.name]);
  const { url } = await person.call(calls.download.download, { instanceId: items[0]!.instanceId });
  const answer = await fetch(url);
  const hash = createHash('sha256');
  for await (const chunk of answer.body!) hash.update(chunk);
  expect(hash.digest('hex')).toBe(file.sha256);
}

/** Limits the upload rate in bytes per second; the returned function lifts the limit. */
export async function slowLine(page: Page, uploadThroughput: number): Promise<() => Promise<void>> {
  const line = await page.context().newCDPSession(page);
  const set = (latency: number, up: number) =>
    line.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: -1, uploadThroughput: up });
  await set(20, uploadThroughput);
  return async () => void (await set(0, -1));
}

/** Of a request, whatever tells of it. */
type Asked = Pick<Request, 'method' | 'url' | 'postData'>;
type Which = (request: Asked) => boolean;
const pathOf = (request: Asked): URL => new URL(request.url());
/** The requests of an upload, by method and address. */
export const call =
  (name: string, query: Record<string, string> = {}): Which =>
  (request) =>
    pathOf(request).pathname === `/disk/api/instance/${name}` &&
    Object.entries(query).every(([field, value]) => pathOf(request).searchParams.get(field) === value);
const storage =
  (method: string, fits: (query: URLSearchParams) => boolean): Which =>
  (request) =>
    request.method() === method && pathOf(request).pathname.startsWith('/storage/') && fits(pathOf(request).searchParams);
export const store = {
  put: storage('PUT', (query) => !query.has('partNumber')),
  initiate: storage('POST', (query) => query.has('uploads')),
  part: (number?: number): Which =>
    storage('PUT', (query) => query.has('partNumber') && (number === undefined || query.get('partNumber') === String(number))),
  list: storage('GET', (query) => query.has('uploadId')),
  merge: storage('POST', (query) => query.has('uploadId')),
};

/** Handles the first `times` matching requests with `how`, until `heal` is called. `asked` counts all matching requests. */
export async function meddle(
  page: Page,
  which: Which,
  how: (route: Route) => Promise<void>,
  times = Infinity,
): Promise<{ asked(): number; heal(): void }> {
  let asked = 0;
  let left = times;
  await page.route(
    (url) => url.pathname.startsWith('/disk/api/') || url.pathname.startsWith('/storage/'),
    async (route) => {
      if (!which(route.request())) return route.fallback();
      asked += 1;
      if (left <= 0) return route.fallback();
      left -= 1;
      return how(route);
    },
  );
  return { asked: () => asked, heal: () => void (left = 0) };
}

/**
 * Holds matching requests until `release` is called; later ones pass. Unlike a route of Playwright, it leaves the browser's cache on, and
 * does not bring the bytes of every part here.
 */
export async function hold(page: Page, which: Which): Promise<{ held(): number; release(): void }> {
  let isOpen = false;
  const waiting: string[] = [];
  const line = await page.context().newCDPSession(page);
  const pass = (requestId: string) => line.send('Fetch.continueRequest', { requestId }).catch(() => {}); // one may have been aborted
  line.on('Fetch.requestPaused', ({ requestId, request }) => {
    const asked = { method: () => request.method, url: () => request.url, postData: () => request.postData ?? null };
    if (isOpen || !which(asked)) void pass(requestId);
    else waiting.push(requestId);
  });
  await line.send('Fetch.enable', { patterns: ['*/disk/api/*', '*/storage/*'].map((urlPattern) => ({ urlPattern })) });
  return {
    held: () => waiting.length,
    release() {
      isOpen = true;
      for (const requestId of waiting) void pass(requestId);
    },
  };
}

/**
 * Leaves requests to these addresses (`*` stands for anything) without an answer until the returned function is called. Unlike a route of
 * Playwright, it neither switches off the browser's cache, after which each load compiles the application anew, nor brings every request
 * here.
 */
export async function leaveWaiting(page: Page, ...addresses: string[]): Promise<() => Promise<void>> {
  const line = await page.context().newCDPSession(page);
  await line.send('Fetch.enable', { patterns: addresses.map((urlPattern) => ({ urlPattern })) });
  return async () => void (await line.send('Fetch.disable'));
}
/** The checks before an upload: while they wait, what was chosen stays in the list. */
export const checks = ['*/checkUploadAble*', '*/checkUploads*'];

export const answers = {
  broken: (route: Route) => route.fulfill({ status: 500, json: { errcode: 100007, errmsg: 'Server exception', data: null } }),
  brokenStore: (route: Route) =>
    route.fulfill({ status: 500, contentType: 'application/xml', body: '<Error><Code>InternalError</Code></Error>' }),
  noLine: (route: Route) => route.abort('connectionreset'),
  refusal: (errcode: number, errmsg: string) => (route: Route) => route.fulfill({ json: { errcode, errmsg, data: null } }),
};

/**
 * What the browser has stored of a person's unfinished uploads: of those that `waiting` for their turn, or of those whose `uploads` have begun.
 * A reload that does not wait for it could come before it is stored.
 */
export const keptUploads = (page: Page, { userId }: { userId: string }, table: 'waiting' | 'uploads'): Promise<{ sentBytes?: number }[]> =>
  page.evaluate(
    async ([name, of]) => {
      if (!(await indexedDB.databases()).some((one) => one.name === name)) return [];
      const done = <Answer>(request: IDBRequest<Answer>) =>
        new Promise<Answer>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error as Error));
        });
      const database = await done(indexedDB.open(name));
      try {
        if (!database.objectStoreNames.contains(of)) return [];
        const kept = await done<{ sentBytes?: number }[]>(database.transaction(of).objectStore(of).getAll());
        return kept.map(({ sentBytes }) => (sentBytes === undefined ? {} : { sentBytes }));
      } finally {
        database.close();
      }
    },
    [`alcove-transfers-${userId}`, table] as const,
  );

const proxyPage = '<!DOCTYPE html><html><head><title>Gateway</title></head><body><h1>Gateway</h1></body></html>';

/**
 * Lets the server handle the first `times` matching requests but drops its responses: the page receives nothing, or a proxy's error page
 * with the status `page`. Uses the DevTools protocol, because only with it every request body reaches the server unchanged.
 */
export async function loseAnswers(
  page: Page,
  pattern: string,
  { times, page: status }: { times: number; page?: number },
): Promise<{ lost(): number; asked(): number }> {
  let asked = 0;
  const line = await page.context().newCDPSession(page);
  await line.send('Fetch.enable', { patterns: [{ urlPattern: pattern, requestStage: 'Response' }] });
  line.on('Fetch.requestPaused', ({ requestId, request }) => {
    if (request.method === 'POST') asked += 1;
    void (async () => {
      if (request.method !== 'POST' || asked > times) return line.send('Fetch.continueRequest', { requestId });
      if (status === undefined) return line.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
      const responseHeaders = [{ name: 'content-type', value: 'text/html' }];
      return line.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: status,
        responseHeaders,
        body: Buffer.from(proxyPage).toString('base64'),
      });
    })();
  });
  return { lost: () => Math.min(asked, times), asked: () => asked };
}

/** Shortens the page's timers of a second or more to a tenth; packages/transfer tests the delays between retries. */
export const hurry = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    const sooner = (work: () => void, ms = 0) => later(work, ms >= 1000 ? ms / 10 : ms);
    window.setTimeout = sooner as typeof window.setTimeout;
  });

/** Sets the language stored on this device before the app starts. */
export const speak = (page: Page, language: 'zh-CN' | 'en-US'): Promise<unknown> =>
  page.addInitScript((chosen) => localStorage.setItem('alcove-language', chosen), language);
