/// <reference types="node" />
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { partPlan } from '@alcove/contract';
import { bytesOf, hexOf, source } from '../fakes.test-support.ts';
import { emptyMd5, hashFile, partChecksum } from './hash.ts';
import { confuse, drawConfuseParams } from './obfuscation.ts';
import { proofOf } from './proof.ts';

test('hashes of a file equal those of node:crypto, whatever the slice', async () => {
  for (const size of [0, 1, 999, 1000, 1001, 50_000]) {
    const bytes = bytesOf(size);
    for (const slice of [1000, 64_000]) {
      assert.equal(await hashFile('md5', source(bytes), {}, slice), hexOf('md5', bytes));
      assert.equal(await hashFile('sha256', source(bytes), {}, slice), hexOf('sha256', bytes));
    }
  }
  assert.equal(await hashFile('md5', source(new Uint8Array())), emptyMd5);
});
test('hashing tells its progress in bytes, reads one slice ahead and stops when told', async () => {
  const seen: number[] = [];
  const controller = new AbortController();
  let reads = 0;
  const file = source(bytesOf(5000));
  const counted = { ...file, read: (start: number, length: number) => (reads++, file.read(start, length)) };
  const hashing = hashFile(
    'md5',
    counted,
    {
      signal: controller.signal,
      onProgress: (bytes) => {
        seen.push(bytes);
        if (bytes === 2000) controller.abort();
      },
    },
    1000,
  );
  await assert.rejects(hashing, { name: 'AbortError' });
  assert.deepEqual([seen, reads], [[1000, 2000], 3]);
});
test('a file that became shorter is not hashed', async () => {
  await assert.rejects(hashFile('md5', { ...source(bytesOf(50)), size: 60 }), RangeError);
});
test('part checksums are those that a store computes', async () => {
  const bytes = bytesOf(5000);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  assert.deepEqual(await partChecksum('crc32', bytes), { 'x-amz-checksum-crc32': sum.toString('base64') });
  assert.deepEqual(await partChecksum('md5', bytes), { 'Content-MD5': createHash('md5').update(bytes).digest('base64') });
  assert.deepEqual(await partChecksum('crc32', new TextEncoder().encode('123456789')), { 'x-amz-checksum-crc32': 'y/Q5Jg==' });
});
test('the proof is SHA-256 over nonce and ranges, in order', async () => {
  const file = source(new TextEncoder().encode('hello world'));
  const expected = hexOf('sha256', new TextEncoder().encode('噪worldhe'));
  assert.equal(
    await proofOf(
      {
        nonce: '噪',
        ranges: [
          [6, 5],
          [0, 2],
        ],
      },
      file.read,
    ),
    expected,
  );
  assert.equal(await proofOf({ nonce: 'abc', ranges: [] }, file.read), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('obfuscation: any chunking gives the same bytes, and twice gives the file', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 6000 }), fc.integer({ min: 1, max: 1500 }), (size, step) => {
      const params = drawConfuseParams(size, randomBytes);
      const bytes = bytesOf(size);
      const whole = confuse(bytes.slice(), 0, params);
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < size; at += step) pieces.push(confuse(bytes.slice(at, at + step), at, params));
      assert.ok(Buffer.concat(pieces).equals(whole));
      assert.ok(Buffer.from(confuse(whole, 0, params)).equals(bytes));
    }),
  );
});
test('obfuscation: a known answer', () => {
  const params = { key: `01${'00'.repeat(30)}ff`, points: [[2, 33]] as [number, number][] };
  const run = confuse(new Uint8Array(40), 0, params);
  assert.deepEqual(
    [...run.entries()].filter(([, byte]) => byte !== 0),
    [
      [2, 1],
      [33, 255],
      [34, 1],
    ],
  );
  assert.throws(() => confuse(new Uint8Array(1), 0, { key: 'ab', points: [] }), /Array out of bounds/);
});
test('drawn points: one over a small file, else four of at most 128 bytes that neither overlap nor pass the end', () => {
  assert.deepEqual(drawConfuseParams(1199, randomBytes).points, [[0, 1199]]);
  fc.assert(
    fc.property(fc.integer({ min: 1200, max: 85_899_345_920 }), (size) => {
      const { key, points } = drawConfuseParams(size, randomBytes);
      assert.match(key, /^[0-9a-f]{64}$/);
      assert.equal(points.length, 4);
      let end = 0;
      for (const [offset, length] of points) {
        assert.ok(offset >= end && length >= 1 && length <= 128);
        end = offset + length;
      }
      assert.ok(end <= size);
    }),
  );
});

test('the part plan covers the file exactly, in at most 10,000 whole-MiB parts', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 85_899_345_920 }), (size) => {
      const { partSize, partCount, lastPartSize } = partPlan(size);
      assert.equal((partCount - 1) * partSize + lastPartSize, size);
      assert.ok(
        partCount >= 1 && partCount <= 10_000 && partSize % 1_048_576 === 0 && lastPartSize <= partSize && (size === 0 || lastPartSize > 0),
      );
    }),
  );
});
