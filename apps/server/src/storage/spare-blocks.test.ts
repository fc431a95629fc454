import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spareBlocks } from './spare-blocks.ts';

test('what more at a time needed than is kept is freed at once, and other memory is left alone', () => {
  const { take, give } = spareBlocks(1024, 2);
  const blocks = [take(), take(), take()];
  const other = new ArrayBuffer(1000);
  for (const block of [...blocks, other]) give(block);
  assert.deepEqual(
    [...blocks, other].map(({ byteLength }) => byteLength),
    [1024, 1024, 0, 1000],
  );
  assert.deepEqual(new Set([take(), take()]), new Set(blocks.slice(0, 2)));
});
