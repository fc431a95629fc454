/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitScale, fitting, stepped, turned, zoomedAt } from './zoom.ts';

test('a large picture shrinks to the stage, a small one is not blown up, a turned one is measured turned', () => {
  assert.equal(fitScale({ width: 4000, height: 1000 }, { width: 1000, height: 1000 }, 0), 0.25);
  assert.equal(fitScale({ width: 40, height: 40 }, { width: 1000, height: 1000 }, 0), 1);
  assert.equal(fitScale({ width: 4000, height: 1000 }, { width: 2000, height: 1000 }, 1), 0.25);
  assert.equal(fitScale({ width: 0, height: 0 }, { width: 10, height: 10 }, 0), 1);
});

test('steps go on from any scale and end at both ends', () => {
  assert.equal(stepped(0.42, 1), 0.5);
  assert.equal(stepped(0.42, -1), 0.33);
  assert.equal(stepped(8, 1), 8);
  assert.equal(stepped(0.05, -1), 0.05);
});

test('the point under the pointer stays in place', () => {
  const lie = zoomedAt({ ...fitting, x: 10, y: 0 }, 1, 2, { x: 110, y: 50 });
  assert.deepEqual([lie.x, lie.y], [-90, -50]);
});

test('four turns come round, and turning fits anew', () => {
  assert.deepEqual(turned(turned(turned(turned({ ...fitting, scale: 3, x: 9 }, 1), 1), 1), 1), fitting);
  assert.equal(turned(fitting, -1).turns, 3);
});
