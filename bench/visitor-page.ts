/** How long the page of an external link takes on a slow phone, and the staff's file page beside it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import type { Browser, BrowserContextOptions } from '@playwright/test';
import { failures } from '../packages/contract/src/index.ts';
import type { Envelope, Link } from '../packages/contract/src/index.ts';
import type { Bench } from './bench.ts';
import { median, repeat } from './measure.ts';
import { seedFolder } from './seed.ts';

/** A phone on a bad network: 1.6 Mbit/s, 150 ms there and back, and a processor that takes four times as long. */
const slow = { bytesPerSecond: 1_600_000 / 8, latencyMs: 150, processor: 4 };
const goals = { kilobytes: 200, frameMs: 1000, rowsMs: 2500 };
const phone = { locale: 'zh-CN', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } satisfies BrowserContextOptions;
const files = 60;

export interface Start {
  /** From the request of the page to the first thing painted. */
  frameMs: number;
  /** To the first row of the list in the document, painted. */
  rowsMs: number;
  /** Script as it came over the wire until then. */
  scriptKilobytes: number;
}

/** Opens the address in an empty browser, as one who comes for the first time. `cookies`: of who is signed in. */
export async function startOf(browser: Browser, address: string, cookies: { name: string; value: string }[] = []): Promise<Start> {
  const context = await browser.newContext(phone);
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: new URL(address).origin })));
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: false });
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow.latencyMs,
    downloadThroughput: slow.bytesPerSecond,
    uploadThroughput: slow.bytesPerSecond,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow.processor });
  const scripts = new Set<string>();
  let bytes = 0;
  devtools.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.addInitScript(() => {
    const look = (): void => {
      if (![...document.querySelectorAll('[role="row"]')].some((row) => /docx|visitors/.test(row.textContent))) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { rowsAt: performance.now() })));
    };
    const watch = new MutationObserver(look);
    watch.observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.goto(address, { waitUntil: 'commit' });
  for (const began = Date.now(); !(await page.evaluate(() => 'rowsAt' in globalThis)); await sleep(250))
    if (Date.now() - began > 60_000) throw new Error(`no rows at ${address}: ${await page.innerText('body')}`);
  const times = await page.evaluate(() => ({
    frameMs: performance.getEntriesByName('first-paint')[0]!.startTime,
    rowsMs: (globalThis as unknown as { rowsAt: number }).rowsAt,
  }));
  await context.close();
  return { ...times, scriptKilobytes: bytes / 1000 };
}

/** Makes a link to the folder, and waits until it is open. Returns its path. */
async function opened({ client }: Bench, folderId: string): Promise<string> {
  const { linkPath } = await client.json<Link>('/disk/api/link/createOrUpdate', { instanceIds: [folderId], permissions: ['download'] });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${client.port}/disk/api/link/queryConfig?linkPath=${linkPath}`, {
      headers: { 'X-Requested-With': 'XMLHttpRequest' },
    });
    const { errcode, errmsg } = (await answer.json()) as Envelope<unknown>;
    if (errcode === 0) return linkPath;
    if (errcode !== failures.LINK_VERIFYING.errcode) throw new Error(`the link does not open: ${errmsg}`);
    await sleep(200);
  }
}

export async function visitorPage(bench: Bench): Promise<void> {
  const { client, report, runs } = bench;
  const folderId = await seedFolder(bench, 'for-visitors', files);
  const origin = `http://127.0.0.1:${client.port}`;
  const link = `${origin}/disk/fileDownload?link=${await opened(bench, folderId)}`;
  await client.json('/disk/api/user/acknowledgeAgreement', {});
  const cookies = (client.headers['Cookie'] ?? '').split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('=') };
  });
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell';
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  try {
    const [visitor, staff]: [Start[], Start[]] = [[], []];
    await repeat(Math.max(3, runs), async () => {
      visitor.push(await startOf(browser, link));
      staff.push(await startOf(browser, `${origin}/disk/personalFile`, cookies));
    });
    const of = (starts: readonly Start[], what: keyof Start): number => median(starts.map((start) => start[what]));
    const add = (what: keyof Start, words: string, unit: string, goal: number): void => {
      const value = of(visitor, what);
      // The ratio is to the goal; the figure of the staff's page stands beside it, for comparison on the same machine at the same time.
      report.add({ what: `visitor page: ${words}`, value, unit, beside: of(staff, what), ratio: value / goal, goal: `< ${goal} ${unit}`, holds: value < goal }); // prettier-ignore
    };
    add('scriptKilobytes', 'script until the first rows (beside: staff page)', 'KB', goals.kilobytes);
    add('frameMs', 'frame painted, slow phone', 'ms', goals.frameMs);
    add('rowsMs', 'first rows, slow phone', 'ms', goals.rowsMs);
  } finally {
    await browser.close();
  }
}
