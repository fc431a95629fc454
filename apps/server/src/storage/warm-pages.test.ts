import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReadsHere, WarmPages } from './warm-pages.ts';

test('only pages that were read, and read lately, are warm', () => {
  const pages = new WarmPages();
  pages.noteRead(4096 * 3 + 5, 4096 * 2, 0);
  const has = (offset: number, length: number, now = 29_999) => pages.has(offset, length, now);
  // Any byte of a page brings all of it.
  assert.deepEqual([has(4096 * 3, 4096 * 3), has(4096 * 3 - 1, 2), has(4096 * 6 - 1, 2), has(0, 1)], [true, false, false, false]);
  // What is read later does not end what is known.
  pages.noteRead(0, 10, 30_001);
  assert.deepEqual([has(0, 4096, 30_002), has(4096 * 3, 10, 30_002), has(4096, 10, 30_002)], [true, true, false]);
  assert.deepEqual([has(0, 4096, 60_001), has(4096 * 3, 10, 60_001)], [true, false]);
  assert.equal(has(0, 4096, 200_000), false);
  // Of a huge file, only the beginning.
  pages.noteRead(2 ** 40, 2 ** 20, 200_003);
  assert.equal(has(2 ** 40, 10, 200_004), false);
});

test('warm pages are left to the threads for a while once they come from a disk after all', () => {
  const here = new ReadsHere();
  here.took(50, 0);
  for (let n = 0; n < 8; n++) here.took(0.01, n);
  assert.ok(here.may(10), 'a single long read waited for the processor');
  here.took(50, 20);
  here.took(0.01, 21);
  here.took(50, 22);
  assert.equal(here.may(10_021), false);
  assert.ok(here.may(10_022));
});
