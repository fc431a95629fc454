import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captionedPoints, edgesOf, pointAfter, runsOf, topOf, topOfBytes } from './plot-scale.ts';

test('nothing is higher than the scale, and little stays small', () => {
  assert.deepEqual([0, 6, 8001, 100].map((most) => topOf(most)), [4, 8, 10_000, 100]); // prettier-ignore
  assert.deepEqual([0, 1500, 5 * 1024 ** 3, 1023 * 1024 ** 2].map(topOfBytes), [1024, 2048, 8 * 1024 ** 3, 2000 * 1024 ** 2]);
});

test('keys lead from point to point and stop at the ends', () => {
  assert.deepEqual(
    [pointAfter('ArrowLeft', 0, 5), pointAfter('ArrowRight', 3, 5), pointAfter('End', 0, 5), pointAfter('Tab', 1, 5)],
    [0, 4, 4, null],
  );
});

test('captions stand at both ends, however few or many points there are', () => {
  assert.deepEqual([0, 1, 2, 400].map((count) => captionedPoints(count, 5)), [[], [0], [0, 1], [0, 100, 200, 299, 399]]); // prettier-ignore
});

test('series stand on each other, and what is not known is a gap in all, not a zero', () => {
  const edges = edgesOf([[1, null, 2, null], [3, null, null, 4]], 8); // prettier-ignore
  assert.deepEqual(edges[1], [{ low: 0.125, high: 0.5 }, null, { low: 0.25, high: 0.25 }, { low: 0, high: 0.5 }]);
  assert.deepEqual(runsOf(edges[0]!).map((run) => run.map(([index]) => index)), [[0], [2, 3]]); // prettier-ignore
});
