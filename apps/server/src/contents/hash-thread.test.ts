/** If no thread can be started, hashing fails for that content and the server keeps running. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { hashContent } from './content-hash.ts';

test('a content of many chunks has the hashes of the whole', async () => {
  const bytes = randomBytes(3_000_000);
  const hashes = await hashContent(Readable.from([bytes.subarray(0, 1_000_000), bytes.subarray(1_000_000)]), bytes.length, () => {});
  assert.deepEqual(
    [hashes.sha256, hashes.md5, hashes.size],
    [createHash('sha256').update(bytes).digest('hex'), createHash('md5').update(bytes).digest('hex'), bytes.length],
  );
});

test('what a broken content left in its thread does not change the hashes of the next one', async () => {
  const bytes = randomBytes(600_000);
  const parts = [bytes.subarray(0, 300_000), bytes.subarray(300_000)];
  async function* broken() {
    yield Buffer.from(parts[0]!);
    throw new Error('the disk is gone');
  }
  const hash = (stream: Readable) => hashContent(stream, bytes.length, () => {});
  const first = await hash(Readable.from(parts));
  await assert.rejects(hash(Readable.from(broken())), /the disk is gone/);
  assert.deepEqual(await hash(Readable.from(parts)), first);
  assert.equal(first.sha256, createHash('sha256').update(bytes).digest('hex'));
});

/** Uses up all file descriptors, hashes large content, closes the descriptors and hashes again. */
const exhausted = `
  import { openSync, closeSync } from 'node:fs';
  import { Readable } from 'node:stream';
  import { hashContent } from ${JSON.stringify(new URL('./content-hash.ts', import.meta.url).href)};
  // The first chunk comes late, as from a disk or a network: until then nobody waits for the thread.
  async function* late() { await new Promise((resolve) => setTimeout(resolve, 300)); yield Buffer.alloc(300_000); }
  const ask = () => hashContent(Readable.from(late()), 300_000, () => {}).then(() => 'hashed', () => 'refused');
  const taken = [];
  for (;;) try { taken.push(openSync('/dev/null')); } catch { break; }
  const outcomes = [await ask()];
  taken.forEach((one) => closeSync(one));
  outcomes.push(await ask());
  process.stdout.write(outcomes.join(' '));`;

test('a thread that cannot be started fails that content alone, and the next is hashed', async () => {
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', 'ulimit -n 64 && exec "$0" -e "$1"', process.execPath, exhausted]);
  assert.equal(stdout, 'refused hashed');
});
