import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WarmPages } from './warm-pages.ts';

test('only pages that were read, and read lately, are warm', () => {
  const pages = new WarmPages();
  pages.noteRead(4096 * 3 + 5, 4096 * 2, 0);
  const has = (offset: number, length: number, now = 9999) => pages.has(offset, length, now);
  // Any byte of a page brings all of it.
  assert.deepEqual([has(4096 * 3, 4096 * 3), has(4096 * 3 - 1, 2), has(4096 * 6 - 1, 2), has(0, 1)], [true, false, false, false]);
  assert.equal(has(4096 * 3, 10, 10_000), false);
  // What is read after that begins anew.
  pages.noteRead(0, 10, 10_001);
  assert.deepEqual([has(0, 4096, 10_002), has(4096 * 3, 10, 10_002)], [true, false]);
  // Of a huge file, only the beginning.
  pages.noteRead(2 ** 40, 2 ** 20, 10_003);
  assert.equal(has(2 ** 40, 10, 10_004), false);
});
