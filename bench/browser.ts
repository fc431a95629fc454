/** Transfers as a person sees them: real Chromium on the same two cores as the server. */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, truncateSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Bench } from './bench.ts';
import { openBrowser, watchTabMemory } from './browser-page.ts';
import type { BrowserBench } from './browser-page.ts';
import { endToEnd, hashWorker, smallFilesInBrowser } from './browser-uploads.ts';
import { MiB, writeRandom, writeTo } from './content.ts';
import { elapsedMs, median, percentile, repeat } from './measure.ts';

const KiB = 1024;

export const browser = (bench: Bench): Promise<void> => inBrowser(bench, [framesWithLongList, resumeCost]);
/** How long it takes to send many small files, and a large one. */
export const browserUploads = (bench: Bench): Promise<void> => inBrowser(bench, [smallFilesInBrowser, endToEnd]);
/** What a large file costs in the tab itself. */
export const browserFile = (bench: Bench): Promise<void> => inBrowser(bench, [hashRate, memoryOfTab]);

async function inBrowser(bench: Bench, subjects: readonly ((bench: Bench, opened: BrowserBench) => Promise<void>)[]): Promise<void> {
  const opened = await openBrowser(bench);
  try {
    for (const measure of subjects) await measure(bench, opened);
  } finally {
    await opened.close();
  }
}

/** 500 files, most of them small, a few in parts. Frames are counted from the selection to the last file. */
async function framesWithLongList({ folder, runs, report }: Bench, opened: BrowserBench): Promise<void> {
  const rates: number[] = [];
  const slow: number[] = [];
  await repeat(runs, async (run) => {
    const tree = join(folder, `mixed-${run}`);
    for (let index = 0; index < 500; index += 1) {
      const size = index % 50 === 7 ? 12 * MiB : index % 25 === 3 ? 2 * MiB : 1 + ((index * 7919) % (200 * KiB));
      writeTo(join(tree, `层 ${index % 7}`, `深 ${index % 3}`, `文件 ${index}.bin`), randomBytes(size));
    }
    const { frames, ms } = await opened.unwatched(
      async (page) => {
        await page.evaluate(watchList);
        await chooseFolder(page, tree);
      },
      (tab) => tab.evaluate<SettledList>('settledList'),
    );
    rates.push(500 / (ms / 1000));
    slow.push(percentile(frames, 0.99));
  });
  report.add({ what: 'browser: 500 mixed files in nested folders (160 MiB in the 30 larger ones)', value: median(rates), unit: 'files/s' });
  const p99 = median(slow);
  report.add({ what: 'browser: frame with 500 items in the list, p99', value: p99, unit: 'ms', goal: '<= 50 ms', holds: p99 <= 50 });
}

interface SettledList {
  frames: number[];
  /** Since the list appeared. */
  ms: number;
}

/** Runs in the page: `window.settledList` resolves when the list has appeared and all of it has arrived, and rejects when an upload fails. */
function watchList(): void {
  const frames: number[] = [];
  const settledList = new Promise<SettledList>((done, broken) => {
    let before = performance.now();
    let listed: number | null = null;
    const tick = (now: number): void => {
      frames.push(now - before);
      before = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    const timer = setInterval(() => {
      const panel = document.querySelector('section[aria-label="传输列表"]');
      if (!panel) return;
      listed ??= performance.now();
      if (panel.querySelector('button[aria-label="重试"]')) broken(new Error('an upload failed'));
      if (!panel.textContent.includes('已上传')) return;
      clearInterval(timer);
      done({ frames: [...frames], ms: performance.now() - listed });
    }, 50);
  });
  Object.assign(window, { settledList });
}

/** Reloads the page halfway through an upload, and compares all accepted part bytes, before and after, with the file's size. */
async function resumeCost({ folder, report, quick }: Bench, opened: BrowserBench): Promise<void> {
  const size = (quick ? 256 : 512) * MiB;
  const path = join(folder, 'resumed.bin');
  writeRandom(path, size);
  const page = await opened.signedIn();
  let acceptedBytes = 0;
  page.on('response', (response) => {
    if (!response.url().includes('partNumber=') || !response.ok()) return;
    acceptedBytes += Number(response.request().headers()['content-length'] ?? 0) || response.request().postDataBuffer()?.length || 8 * MiB;
  });
  await choose(page, '上传', path);
  while (acceptedBytes < size / 2) await sleep(50);
  const before = acceptedBytes;
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {})); // a dialog shown while the page closes disappears with it
  await page.reload();
  const ms = await elapsedMs(async () => {
    await choose(page, '上传', path);
    await settled(page);
  });
  await page.close();
  report.compare('browser: bytes accepted when the tab is reloaded halfway', acceptedBytes / MiB, 'MiB', size / MiB, {
    most: 1.1,
    of: 'the file',
  });
  report.add({ what: `browser: the rest (${Math.round((size - before) / MiB)} MiB) after the reload`, value: ms / 1000, unit: 's' });
}

/** The peak memory of the tab's process with a small and a large file. */
async function memoryOfTab({ folder, report, quick }: Bench, opened: BrowserBench): Promise<void> {
  const peakWith = async (size: number): Promise<number> => {
    const path = join(folder, `memory-${size}.bin`);
    writeRandom(path, size);
    return (await uploadedAlone(opened, path)).peakMiB;
  };
  const small = await peakWith(128 * MiB);
  const large = await peakWith((quick ? 512 : 2048) * MiB);
  report.compare(`browser: memory of the tab with ${quick ? 512 : 2048} MiB (baseline: with 128 MiB)`, large, 'MiB', small, {
    most: 1.25,
    of: 'the small file',
  });
}

/** Uploads 10 GiB that take no space on the client's disk, hash included, and watches the tab's memory. Runs only when named. */
export const browserLarge = (bench: Bench): Promise<void> => inBrowser(bench, [sparseFile]);

async function sparseFile({ folder, report }: Bench, opened: BrowserBench): Promise<void> {
  const path = join(folder, 'sparse.bin');
  closeSync(openSync(path, 'w'));
  truncateSync(path, 10 * 1024 * MiB);
  const { ms, peakMiB } = await uploadedAlone(opened, path);
  report.add({ what: 'browser: complete upload of a sparse 10 GiB file', value: ms / 1000, unit: 's' });
  report.add({ what: 'browser: memory of the tab, 10 GiB, peak', value: peakMiB, unit: 'MiB', goal: '<= 400 MiB', holds: peakMiB <= 400 });
}

/** Uploads one file, from its selection to its end, in an unwatched tab. */
async function uploadedAlone(opened: BrowserBench, path: string): Promise<{ ms: number; peakMiB: number }> {
  return opened.unwatched(
    async (page) => {
      await page.evaluate(watchList);
      await chooseWhereItLies(page, '上传', path);
    },
    async (tab) => {
      const watched = watchTabMemory(tab.processId);
      const { ms } = await tab.evaluate<SettledList>('settledList');
      return { ms, peakMiB: watched.peakMiB() };
    },
  );
}

/** The application's hash worker on a file on disk. The baseline is the WebAssembly hash alone on bytes in memory. */
async function hashRate({ folder, report, runs, quick }: Bench, opened: BrowserBench): Promise<void> {
  const size = (quick ? 256 : 1024) * MiB;
  const path = join(folder, 'hashed.bin');
  writeRandom(path, size);
  const page = await opened.signedIn();
  const worker = hashWorker();
  await page.route('**/disk/assets/bench-*.js', (route) => {
    const file = route.request().url().endsWith('bench-hash-wasm.js')
      ? readFileSync(resolve(import.meta.dirname, '../node_modules/hash-wasm/dist/index.esm.js'), 'utf8')
      : rawHash;
    return route.fulfill({ contentType: 'text/javascript', body: file });
  });
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'bench-file';
    document.body.append(input);
  });
  await page.setInputFiles('#bench-file', path);
  for (const algorithm of ['md5', 'sha256'] as const) {
    const ours: number[] = [];
    const raw: number[] = [];
    await repeat(runs, async () => {
      raw.push(await page.evaluate(workerMs, { script: '/disk/assets/bench-raw.js', algorithm, size, withFile: false }));
      ours.push(await page.evaluate(workerMs, { script: worker, algorithm, size, withFile: true }));
    });
    const rate = (ms: number[]): number => size / 1e3 / median(ms);
    report.compare(`browser: ${algorithm} of a file in the worker`, rate(ours), 'MB/s', rate(raw), {
      least: 0.8,
      of: 'WebAssembly alone, start of the worker included',
    });
  }
  await page.close();
}

const rawHash = `
self.onmessage = async ({ data: { algorithm, size } }) => {
  const { createMD5, createSHA256 } = await import('/disk/assets/bench-hash-wasm.js');
  const hasher = (await (algorithm === 'md5' ? createMD5() : createSHA256())).init();
  const bytes = new Uint8Array(20971520);
  for (let at = 0; at < bytes.length; at += 65536) crypto.getRandomValues(bytes.subarray(at, at + 65536));
  const started = performance.now();
  for (let done = 0; done < size; done += bytes.length) hasher.update(bytes.subarray(0, Math.min(bytes.length, size - done)));
  self.postMessage({ digest: hasher.digest(), ms: performance.now() - started });
};`;

/** Runs in the page: measures how long a worker takes for a whole hash. */
function workerMs({
  script,
  algorithm,
  size,
  withFile,
}: {
  script: string;
  algorithm: string;
  size: number;
  withFile: boolean;
}): Promise<number> {
  return new Promise((done, failed) => {
    const started = performance.now();
    const worker = new Worker(script, { type: 'module' });
    worker.addEventListener('error', (event) => failed(new Error(event.message)));
    worker.addEventListener('message', ({ data }) => {
      if (data.failure) failed(new Error(data.failure));
      if (!data.digest) return;
      worker.terminate();
      done(data.ms ?? performance.now() - started);
    });
    const file = (document.querySelector('#bench-file') as HTMLInputElement).files![0]!;
    worker.postMessage(withFile ? { file, algorithm } : { algorithm, size });
  });
}

async function choose(page: Page, button: string, path: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button, exact: true }).first().click(),
  ]);
  await chooser.setFiles(path);
  await goOn(page);
}

/** The same for a browser that Playwright did not start, to which it would send the whole file. */
async function chooseWhereItLies(page: Page, button: string, path: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button, exact: true }).first().click(),
  ]);
  await chooser.element().evaluate((input) => (input as Element).setAttribute('data-chosen', ''));
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: '[data-chosen]' });
  await session.send('DOM.setFileInputFiles', { nodeId, files: [path] });
  await goOn(page);
}

async function chooseFolder(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '更多上传方式' }).first().click();
  await page
    .getByRole('menuitem', { name: /文件夹/ })
    .first()
    .click();
  await (await chooser).setFiles(path);
  await goOn(page);
}

/** Confirms the dialog that appears for many or large files. */
async function goOn(page: Page): Promise<void> {
  const listed = page.getByText(/正在上传|等待上传|校验中/).first();
  const asked = page.getByRole('dialog').getByRole('button', { name: /网页上传/ });
  await listed.or(asked).first().waitFor({ timeout: 30_000 });
  if (await asked.isVisible()) await asked.click();
}

/** Waits until the list is empty. Throws if an upload failed. */
async function settled(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: '传输列表' });
  const failed = panel.getByRole('button', { name: '重试' }).first();
  const done = panel.getByText('已上传').first();
  await failed.or(done).first().waitFor({ timeout: 900_000 });
  if (await failed.isVisible()) throw new Error(`an upload failed: ${await panel.innerText()}`);
}
