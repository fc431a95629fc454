import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PerformanceObserver, constants } from 'node:perf_hooks';
import type { PerformanceEntry } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import { stage } from './disk-stage.ts';

const chunkSize = 64 * 1024;
const size = 192 * 1024 ** 2;

/** As a connection hands it over: each chunk is a buffer of its own. */
async function* chunks(): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < size; sent += chunkSize) yield Buffer.allocUnsafeSlow(chunkSize).fill(7);
}

test('receiving a large body does not make V8 mark its whole heap over and over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'young-buffers-'));
  let whole = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { detail: { kind: number } })[])
      if (entry.detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) whole += 1;
  });
  observer.observe({ entryTypes: ['gc'] });
  try {
    await stage(Readable.from(chunks(), { objectMode: false }), { path: join(folder, 'body'), size });
    await turn();
    await turn();
    assert.ok(whole <= 3, `${whole} collections of the whole heap`);
  } finally {
    observer.disconnect();
    await rm(folder, { recursive: true });
  }
});
