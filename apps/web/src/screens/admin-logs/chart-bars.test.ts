import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barAfter, captioned, scaleOf } from './chart-bars.ts';

const bar = (time: Date, refused = 0, changes = 0, others = 0) => ({ time: time.toISOString(), refused, changes, others });

test('no bar is higher than the scale, and few stay small', () => {
  assert.equal(scaleOf([]), 4);
  assert.equal(scaleOf([bar(new Date(), 1, 2, 3)]), 8);
  assert.equal(scaleOf([bar(new Date(), 0, 0, 8001)]), 10_000);
  assert.equal(scaleOf([bar(new Date(), 0, 0, 100)]), 100);
});

test('captions stand where days begin, and leave room', () => {
  const hours = Array.from({ length: 84 }, (_, n) => bar(new Date(2026, 10, 15, n * 2)));
  assert.deepEqual([...captioned(hours)], [0, 12, 24, 36, 48, 60, 72]);
  const days = Array.from({ length: 90 }, (_, n) => bar(new Date(2026, 7, 1 + n)));
  assert.ok(captioned(days).size <= 8);
});

test('keys lead from bar to bar and stop at the ends', () => {
  assert.deepEqual(
    [barAfter('ArrowLeft', 0, 5), barAfter('ArrowRight', 3, 5), barAfter('End', 0, 5), barAfter('Tab', 1, 5)],
    [0, 4, 4, null],
  );
});
