import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captioned } from './chart-bars.ts';

const bar = (time: Date) => ({ time: time.toISOString(), refused: 0, changes: 0, others: 0 });

test('captions stand where days begin, and leave room', () => {
  const hours = Array.from({ length: 84 }, (_, n) => bar(new Date(2026, 10, 15, n * 2)));
  assert.deepEqual(captioned(hours), [0, 12, 24, 36, 48, 60, 72]);
  const days = Array.from({ length: 90 }, (_, n) => bar(new Date(2026, 7, 1 + n)));
  assert.ok(captioned(days).length <= 8);
});
