/// <reference types="node" />
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { confuse, hashFile } from '@alcove/transfer';
import { piecesOf, rangeReader } from './file-reading.ts';
import { fileSource } from './file-source.ts';
import { partBody } from './part-body.ts';

const bytes = randomBytes(3_000_000);
const file = new File([bytes], '文件.bin');
const key = randomBytes(32).toString('hex');

test('a part that is sent from the file is the prepared bytes, wherever its edges cut the obfuscated runs', async () => {
  const points: [number, number][] = [
    [900, 128],
    [0, 3],
    [1990, 20],
    [910, 5],
    [5000, 0],
  ];
  for (const params of [null, { key, points }])
    for (const [start, length] of [
      [0, 1000],
      [1000, 1000],
      [2000, 1000],
      [0, 1],
      [905, 7],
    ] as const) {
      const prepared = new Uint8Array(bytes.subarray(start, start + length));
      if (params) confuse(prepared, start, params);
      const body = partBody(file, { start, length, confuse: params }, prepared);
      assert.ok(Buffer.from(await body.arrayBuffer()).equals(prepared), `${start} ${length}`);
      assert.equal(body.type, '');
    }
});

test('ranges read into one memory are those of the file, short at its end, and go on after one that failed', async () => {
  const read = rangeReader();
  for (const [start, length] of [
    [0, 2_000_000],
    [5, 10],
    [1_000_000, 1_500_000],
    [2_999_990, 50],
    [4_000_000, 5],
  ] as const)
    assert.ok(Buffer.from(await read(file, start, length)).equals(bytes.subarray(start, start + length)), `${start} ${length}`);
  const gone = { slice: () => ({ stream: () => new ReadableStream({ type: 'bytes', pull: () => Promise.reject(new Error('gone')) }) }) };
  await assert.rejects(read(gone as unknown as Blob, 0, 10), /gone/);
  assert.ok(Buffer.from(await read(file, 7, 9)).equals(bytes.subarray(7, 16)));
});

test('the pieces of a file are the file, and it is hashed the same by pieces and by slices', async () => {
  const whole: Buffer[] = [];
  for await (const piece of piecesOf(file)) whole.push(Buffer.from(piece));
  assert.ok(Buffer.concat(whole).equals(bytes));
  const source = fileSource(file);
  const told: number[] = [];
  const byPieces = await hashFile('md5', source, { onProgress: (hashed) => told.push(hashed) }, 1_500_000);
  assert.equal(byPieces, await hashFile('md5', { ...source, pieces: undefined }, {}, 1_500_000));
  assert.deepEqual([told.length, told.at(-1)], [2, bytes.length]);
});
