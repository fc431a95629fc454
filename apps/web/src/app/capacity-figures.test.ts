import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capacityFigures, shortSize } from './capacity-figures.ts';

const GB = 1024 ** 3;
const capacity = {
  usedSize: 2 * GB + 62_566,
  totalSize: 100 * GB,
  isLimist: '1',
  usedCapacity: 2 * GB + 62_566,
  totalCapacity: 100 * GB,
  usedSelfCapacity: 62_566,
  groupCapacity: 2 * GB,
  usedGroupCapacity: 0,
} as const;

test('room that is set aside for empty groups is not free, and is not called used', () => {
  const { own, group, groupUsed, free, groupPercent } = capacityFigures(capacity);
  assert.deepEqual([own, group, groupUsed, free, groupPercent], [62_566, 2 * GB, 0, 98 * GB - 62_566, 2]);
});

test('every figure names its unit, and what is there but small is never shown as nothing', () => {
  const cases: [number, string][] = [
    [0, '0 KB'],
    [5, '0.1 KB'],
    [62_566, '61.1 KB'],
    [2 * GB, '2 GB'],
    [100 * GB, '100 GB'],
    [1536 * GB, '1.5 TB'],
  ];
  for (const [bytes, shown] of cases) assert.equal(shortSize(bytes), shown);
});
