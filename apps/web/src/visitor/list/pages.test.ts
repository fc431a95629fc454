/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { furthest, rowAt, totalOf } from './pages.ts';
import { rowsInWindow } from './use-window.ts';
import { nextActive } from './use-list-keys.ts';

test('rows that the server keeps back leave no gap, and are not counted', () => {
  const arrived: Record<number, number> = { 0: 48, 1: 0 };
  const lengthOf = (page: number) => arrived[page];
  assert.deepEqual(rowAt(47, lengthOf), { page: 0, within: 47 });
  assert.deepEqual(rowAt(48, lengthOf), { page: 2, within: 0 });
  assert.deepEqual(rowAt(9_000, lengthOf), { page: 181, within: 2 });
  assert.equal(totalOf(120, lengthOf), 48 + 0 + 20);
  assert.equal(totalOf(0, lengthOf), 0);
  assert.equal(
    totalOf(10_000, () => undefined),
    10_000,
  );
});

test('of a folder of many items counts what was counted furthest, and most what was counted to the end', () => {
  const of = (total: number, more: boolean) => ({ total, more });
  assert.deepEqual(furthest([of(1000, true), of(2000, true), of(1000, true)]), of(2000, true));
  assert.deepEqual(furthest([of(2000, true), of(1480, false)]), of(1480, false));
});

test('of ten thousand rows only those in the window are drawn, wherever it is scrolled to', () => {
  const at = (top: number) => rowsInWindow(top, 900, 52, 10_000);
  assert.deepEqual(at(200), { from: 0, to: 20 });
  assert.deepEqual(at(-260_000), { from: 4994, to: 5024 });
  assert.deepEqual(at(-519_500), { from: 9984, to: 10_000 });
  assert.deepEqual(rowsInWindow(200, 900, 52, 0), { from: 0, to: 0 });
});

test('arrows stay in the list, and go by lines in tiles', () => {
  assert.equal(nextActive('ArrowUp', 0, 12, 1, 10), 0);
  assert.equal(nextActive('ArrowDown', 11, 12, 1, 10), 11);
  assert.equal(nextActive('ArrowDown', 2, 12, 6, 12), 8);
  assert.equal(nextActive('ArrowLeft', 3, 12, 1, 10), null, 'in a list it means nothing');
  assert.equal(nextActive('End', 3, 12, 1, 10), 11);
  assert.equal(nextActive('End', 0, 0, 1, 10), null);
});
