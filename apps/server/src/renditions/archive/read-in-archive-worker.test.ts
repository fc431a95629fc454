import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import type { BlobId } from '@alcove/contract';
import { openConfinement } from '../../sandbox/index.ts';
import { zipOf } from '../../search/zip.test-support.ts';
import type { Source } from '../converter.ts';
import type { RawListing } from './archive-worker/order.ts';
import { ArchiveRefused } from './archive-worker/archive-refused.ts';
import { asJson, memoryBytes, readApart } from './read-in-archive-worker.ts';

const confinement = openConfinement({ atOnce: 2 });
after(() => confinement.stop());

const zip = zipOf({ 'a.txt': 'first', 'b.txt': 'second' });
/** Has a size that no other run has, which identifies its process. */
const size = zip.length;
const source = (read: Source['read']): Source => ({
  blobId: 'test' as BlobId,
  size,
  read,
  head: async (length) => zip.subarray(0, length),
  writeTo: () => assert.fail('it is asked for pieces'),
});
const whole: Source['read'] = async (range) => Readable.from([zip.subarray(range!.start, range!.end + 1)]);
const limits = { timeoutMs: 20_000, cpuSeconds: 10, memoryBytes, outputBytes: 2 ** 20 };
const list = (read: Source['read'], over: Partial<typeof limits> = {}): Promise<RawListing> =>
  readApart({ source: source(read), confinement, limits: { ...limits, ...over } }, { format: 'zip', work: 'list' }, asJson<RawListing>);
const because = (reason: ArchiveRefused['reason']) => (error: unknown) => error instanceof ArchiveRefused && error.reason === reason;

async function crashIt(): Promise<void> {
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [program = '', ...args] = (await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).split('\0');
    if (program === process.execPath && args.some((arg) => arg.includes(`"size":${size},`))) process.kill(Number(id), 'SIGSEGV');
  }
}

test('an archive is read in a process of its own, which asks for pieces of it', async () => {
  const { entries } = await list(whole);
  assert.deepEqual(
    entries.map(({ name, size: bytes }) => [name, bytes]),
    [
      ['a.txt', 5],
      ['b.txt', 6],
    ],
  );
});

test('when that crashes or takes too long, the archive is refused and the next one is read', async () => {
  await assert.rejects(
    list(async (range) => (await crashIt(), whole(range))),
    because('failed'),
  );
  await assert.rejects(
    list(() => new Promise(() => {}), { timeoutMs: 1000 }),
    because('tooLong'),
  );
  assert.equal((await list(whole)).entries.length, 2);
});

test('a store that fails is no fault of the archive', async () => {
  await assert.rejects(
    list(async () => assert.fail('the store is gone')),
    { message: 'the store is gone' },
  );
});
