import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growthOf, latestWith, valuesOf } from './day-figures.ts';

const measured = (day: string, usedPersonal: number) => ({ day, figures: { usedPersonal, usedGroup: 1, usedDepartment: 1 } });
const counted = (day: string, uploads: number) => ({ day, figures: { uploads } });

test('growth needs two measured days; a day that was missed is neither a zero nor an end', () => {
  assert.equal(growthOf([]), null);
  assert.equal(growthOf([measured('2026-11-01', 5)]), null);
  const days = [counted('2026-11-01', 3), measured('2026-11-02', 5), counted('2026-11-03', 0), measured('2026-11-04', 2), counted('2026-11-05', 1)]; // prettier-ignore
  assert.deepEqual(growthOf(days), { days: 2, bytes: -3 });
  assert.deepEqual([growthOf(days, 'usedPersonal')?.bytes, growthOf(days, 'usedGroup')?.bytes], [-3, 0]);
  assert.deepEqual(valuesOf(days, 'usedPersonal'), [null, 5, null, 2, null]);
  assert.equal(latestWith(days, 'usedGroup')?.day, '2026-11-04');
});
