/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ItemSnapshot } from '@alcove/transfer';
import { totalsOf } from './totals.ts';

const item = (fields: Partial<ItemSnapshot>): ItemSnapshot => ({
  id: 'u1',
  name: 'a.bin',
  size: 1000,
  target: { parentId: 'p', instanceType: '1' },
  status: 'ready',
  percentage: 0,
  checkProcess: 0,
  sentBytes: 0,
  speed: 0,
  left: null,
  startTime: null,
  error: null,
  because: null,
  ...fields,
});

test('what arrived counts whole, what is on its way as far as it came, and what waits as not begun', () => {
  const items = [item({ status: 'uploading', sentBytes: 400, speed: 100 }), item({})];
  assert.deepEqual(totalsOf([{ size: 500 }], items), { files: 3, received: 1, bytes: 2500, sentBytes: 900, left: 16 });
});

test('the time that is left is not told while nothing moves, and leaves out what does not go on by itself', () => {
  assert.equal(totalsOf([], [item({})]).left, null);
  const stopped = [item({ status: 'pause', sentBytes: 100 }), item({ status: 'error' })];
  assert.equal(totalsOf([], [item({ status: 'uploading', sentBytes: 500, speed: 100 }), ...stopped]).left, 5);
});
