import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PerformanceObserver, constants } from 'node:perf_hooks';
import type { PerformanceEntry } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { stage } from './disk-stage.ts';
import { SmallWriter } from './small-writer.ts';

const MiB = 1024 ** 2;
const chunkSize = 64 * 1024;

let folder = '';
before(async () => void (folder = await mkdtemp(join(tmpdir(), 'young-buffers-'))));
after(() => rm(folder, { recursive: true }));

/** As a connection hands it over: each chunk is a buffer of its own. */
async function* chunks(size: number): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < size; sent += chunkSize) yield Buffer.allocUnsafeSlow(chunkSize).fill(7);
}

/** How many collections of a kind happened meanwhile. */
async function collections(kind: number, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { detail: { kind: number } })[])
      if (entry.detail.kind === kind) count += 1;
  });
  observer.observe({ entryTypes: ['gc'] });
  try {
    await work();
    await turn();
    await turn();
    return count;
  } finally {
    observer.disconnect();
  }
}

test('receiving a large body does not make V8 mark its whole heap over and over', async () => {
  const size = 192 * MiB;
  const whole = await collections(constants.NODE_PERFORMANCE_GC_MAJOR, () =>
    stage(Readable.from(chunks(size), { objectMode: false }), { path: join(folder, 'body'), size }),
  );
  assert.ok(whole <= 3, `${whole} collections of the whole heap`);
});

test('the chunks of a request leave nothing to collect', async () => {
  const size = 32 * MiB;
  const server = createServer((received, res) => void stage(received, { path: join(folder, 'sent'), size }).then(() => res.end()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const chunk = Buffer.alloc(MiB, 7);
  const young = await collections(constants.NODE_PERFORMANCE_GC_MINOR, async () => {
    const sending = request({ port: (server.address() as AddressInfo).port, method: 'PUT', headers: { 'content-length': size } });
    const answered = once(sending, 'response');
    for (let sent = 0; sent < size; sent += chunk.length) if (!sending.write(chunk)) await once(sending, 'drain');
    sending.end();
    const [answer] = (await answered) as [Readable];
    await answer.resume().toArray();
  });
  server.close();
  assert.ok(young <= 4, `${young} collections of the young objects`); // 8 without, one for each 4 MiB
});

test('small bodies do not pile up in the thread that writes them', async () => {
  const writer = new SmallWriter();
  const held = process.memoryUsage().arrayBuffers;
  for (let at = 0; at < 160; at++) {
    const manifest = { key: `small/${at}`, size: 256 * 1024, etag: '', token: '', createdAt: '' };
    const body = new Uint8Array(manifest.size).fill(at);
    await writer.write({ staged: join(folder, `staged-${at}`), path: join(folder, `small-${at}`), manifest, body, expected: {} });
  }
  const more = (process.memoryUsage().arrayBuffers - held) / MiB;
  await writer.close();
  assert.ok(more < 4, `${more} MiB of the 40 that were written`);
});
