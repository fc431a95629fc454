/** How long uploads take in a tab: many small files, and a large one beside what its hash and its transfer take alone. */
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { limits } from '../packages/contract/src/index.ts';
import type { UploadAuth } from '../packages/contract/src/index.ts';
import type { Bench } from './bench.ts';
import type { BrowserBench } from './browser-page.ts';
import type { UnwatchedTab } from './browser-unwatched.ts';
import { GiB, MiB, writeRandom, writeTo } from './content.ts';
import { median, repeat } from './measure.ts';

const KiB = 1024;
const smallCount = 500;

/** 500 files of 10 KiB, dropped into an empty list, and beside a large file that is being sent. The baseline is bare PUTs of as many bytes to nginx. */
export async function smallFilesInBrowser({ folder, runs, report, nginx, alcove, quick }: Bench, opened: BrowserBench): Promise<void> {
  const [alone, beside, bare, tabMs, serverMs]: number[][] = [[], [], [], [], []];
  await repeat(runs, async (run) => {
    const small = smallFilesIn(folder, `${run}-alone`, smallCount);
    // With the large file, the list may hold no more (specification 1 section 4).
    const besideLarge = smallFilesIn(folder, `${run}-beside`, smallCount - 1);
    const large = join(folder, `beside-${run}.bin`);
    writeRandom(large, quick ? GiB / 4 : GiB);
    await opened.unwatched(
      (page) => prepareTab(page, { first: small, large: [large], second: besideLarge }),
      async (tab) => {
        const [tabBefore, before] = [tab.processorMs(), alcove.processor()];
        alone!.push((await tab.evaluate<number>(`benchUploads.upload('first')`)) / 1000);
        const after = alcove.processor();
        tabMs!.push((tab.processorMs() - tabBefore) / smallCount);
        serverMs!.push((after.serverMs + after.postgresMs - before.serverMs - before.postgresMs) / smallCount);
        await tab.evaluate(`benchUploads.begin('large')`);
        beside!.push((await tab.evaluate<number>(`benchUploads.upload('second', 1)`)) / 1000);
      },
    );
    const page = await opened.bare(`http://127.0.0.1:${nginx.port}/small.txt`);
    bare!.push((await page.evaluate(putBare, { count: smallCount, size: 10 * KiB, prefix: String(run) })) / 1000);
    await page.close();
  });
  report.add({
    what: 'browser: 500 files of 10 KiB, from the drop to the last (baseline: bare PUTs to nginx)',
    value: alone!,
    unit: 's',
    beside: median(bare!),
    ratio: median(alone!) / median(bare!),
    goal: '<= 4 s',
    holds: median(alone!) <= 4,
  });
  report.add({ what: 'processor time of each of them in the browser', value: tabMs!, unit: 'ms' });
  report.add({ what: 'processor time of each of them, server and PostgreSQL', value: serverMs!, unit: 'ms' });
  report.add({ what: 'browser: 499 of them beside a large file that is being uploaded', value: beside!, unit: 's' });
}

/** Under names that no other round has, or the page would ask what to do with them. */
function smallFilesIn(folder: string, round: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const path = join(folder, 'small', `第${index}份-${round}.txt`);
    writeTo(path, randomBytes(10 * KiB));
    return path;
  });
}

/** Runs in the page. Returns ms. */
async function putBare({ count, size, prefix }: { count: number; size: number; prefix: string }): Promise<number> {
  const started = performance.now();
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < count; index = next++) {
      const body = crypto.getRandomValues(new Uint8Array(size));
      await fetch(`/browser/${prefix}-${index}`, { method: 'PUT', body });
    }
  };
  await Promise.all(Array.from({ length: 6 }, lane));
  return performance.now() - started;
}

/** A whole upload of a large file, and in turns with it the MD5 of the same file alone and its parts alone, which the same tab sends to the same store. */
export async function endToEnd({ folder, runs, report, client, alcove, quick }: Bench, opened: BrowserBench): Promise<void> {
  const size = quick ? GiB / 4 : GiB;
  const turns = ['hash', 'transfer', 'whole'] as const;
  const seconds: Record<(typeof turns)[number], number[]> = { hash: [], transfer: [], whole: [] };
  const [tabSeconds, serverSeconds]: number[][] = [[], []];
  await repeat(runs, async (run) => {
    const path = join(folder, `whole-${run}.bin`);
    writeRandom(path, size);
    const parts = await client.openParts({ size, md5: randomBytes(16).toString('hex') }, `parts-${run}.bin`, client.user.personalRootId);
    const work = {
      hash: `benchUploads.hash('large', ${JSON.stringify(hashWorker())})`,
      transfer: `benchUploads.transfer('large', ${JSON.stringify(parts)}, ${limits.syncSpeed})`,
      whole: `benchUploads.upload('large')`,
    };
    await opened.unwatched(
      (page) => prepareTab(page, { large: [path] }),
      async (tab: UnwatchedTab) => {
        for (const turn of run % 2 === 0 ? turns : turns.toReversed()) {
          const [tabBefore, before] = [tab.processorMs(), alcove.processor()];
          seconds[turn].push((await tab.evaluate<number>(work[turn])) / 1000);
          const after = alcove.processor();
          if (turn === 'whole') {
            tabSeconds!.push((tab.processorMs() - tabBefore) / 1000);
            serverSeconds!.push((after.serverMs + after.postgresMs - before.serverMs - before.postgresMs) / 1000);
          }
          await sleep(quick ? 1000 : 3000); // the server is still reading the file to verify its hash
        }
      },
    );
  });
  const ofFile = `${size / MiB} MiB`;
  report.add({ what: `browser: MD5 of ${ofFile} alone`, value: seconds.hash, unit: 's' });
  report.add({ what: `browser: parts of ${ofFile} alone`, value: seconds.transfer, unit: 's' });
  const alone = seconds.hash.map((hash, run) => hash + seconds.transfer[run]!);
  report.compare(`browser: ${ofFile} end to end`, seconds.whole, 's', alone, { most: 1.1, of: 'hash alone + parts alone' });
  report.add({ what: 'processor time of it in the browser', value: tabSeconds!, unit: 's' });
  report.add({ what: 'processor time of it, server and PostgreSQL', value: serverSeconds!, unit: 's' });
}

/** The application's own, as it was built. */
export function hashWorker(): string {
  const assets = resolve(import.meta.dirname, '../apps/web/dist/assets');
  const worker = readdirSync(assets).find((name) => /^hash-worker-.*\.js$/.test(name));
  if (!worker) throw new Error('the web app has no hash worker');
  return `/disk/assets/${worker}`;
}

/** Gives a tab files to be uploaded by name, and `benchUploads`, which uploads them. */
async function prepareTab(page: Page, files: Record<string, readonly string[]>): Promise<void> {
  await page.evaluate(installUploads);
  const session = await page.context().newCDPSession(page);
  for (const [name, paths] of Object.entries(files)) {
    await page.evaluate((id) => {
      const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true, id, hidden: true });
      document.body.append(input);
    }, `bench-${name}`);
    const { root } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: `#bench-${name}` });
    // Playwright would send the content to a browser that it did not start.
    await session.send('DOM.setFileInputFiles', { nodeId, files: [...paths] });
  }
}

/** Runs in the page. */
function installUploads(): void {
  const filesOf = (name: string): File[] => [...(document.querySelector(`#bench-${name}`) as HTMLInputElement).files!];

  /** How many uploads the list says it has. Throws when one failed. */
  function listed(): number {
    const panel = document.querySelector('section[aria-label="传输列表"]');
    if (!panel) return 0;
    if (panel.querySelector('button[aria-label="重试"]')) throw new Error('an upload failed');
    const found = /正在上传（\d+ \/ (\d+)）|等待上传 (\d+) 项/.exec(panel.textContent);
    return Number(found?.[1] ?? found?.[2] ?? 0);
  }
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((done, broken) => {
      const began = performance.now();
      const timer = setInterval(() => {
        try {
          if (performance.now() - began > 300_000) throw new Error(`not within five minutes: ${document.body.innerText.slice(-500)}`);
          if (!holds()) return;
          done();
        } catch (error) {
          broken(error instanceof Error ? error : new Error(String(error)));
        }
        clearInterval(timer);
      }, 20);
    });

  /** Drops the files, and resolves when the list has them. */
  async function begin(name: string): Promise<void> {
    const dataTransfer = new DataTransfer();
    for (const file of filesOf(name)) dataTransfer.items.add(file);
    const before = listed();
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    await until(() => listed() > before);
  }

  /** Runs a work of its own for each number up to `count`, three at once. */
  async function threeAtOnce(count: number, work: (index: number) => Promise<void>): Promise<void> {
    let next = 0;
    const lane = async (): Promise<void> => {
      for (let index = next++; index < count; index = next++) await work(index);
    };
    await Promise.all([lane(), lane(), lane()]);
  }

  async function timed(work: () => Promise<void>): Promise<number> {
    const started = performance.now();
    await work();
    return performance.now() - started;
  }

  const benchUploads = {
    begin,
    /** From the drop until no more than `leaving` are in the list. */
    upload: (name: string, leaving = 0): Promise<number> =>
      timed(async () => {
        await begin(name);
        await until(() => listed() <= leaving);
      }),
    hash: (name: string, script: string): Promise<number> =>
      timed(
        () =>
          new Promise((done, failed) => {
            const worker = new Worker(script, { type: 'module' });
            worker.addEventListener('error', (event) => failed(new Error(event.message)));
            worker.addEventListener('message', ({ data }) => {
              if (data.failure) failed(new Error(data.failure));
              if (!data.digest) return;
              worker.terminate();
              done();
            });
            worker.postMessage({ file: filesOf(name)[0], algorithm: 'md5' });
          }),
      ),
    /** The file's parts by requests that are signed already. They begin no faster than the specification lets a client send, as in the application. */
    transfer: (name: string, parts: readonly UploadAuth[], bytesPerSecond: number): Promise<number> => {
      let freeAt = 0;
      return timed(() =>
        threeAtOnce(parts.length, async (index) => {
          const { url, headers, authorization } = parts[index]!;
          const file = filesOf(name)[0]!;
          const partSize = 8_388_608;
          const wait = freeAt - performance.now();
          freeAt = performance.now() + Math.max(0, wait) + (partSize / bytesPerSecond) * 1000;
          if (wait > 0) await new Promise((done) => setTimeout(done, wait));
          await new Promise<void>((done, failed) => {
            const request = new XMLHttpRequest();
            request.open('PUT', url);
            for (const [header, value] of Object.entries({ ...headers, Authorization: authorization }))
              request.setRequestHeader(header, value);
            request.addEventListener('loadend', () =>
              request.status === 200 ? done() : failed(new Error(`${request.status} ${request.responseText}`)),
            );
            request.send(file.slice(index * partSize, (index + 1) * partSize));
          });
        }),
      );
    },
  };
  Object.assign(window, { benchUploads });
}
