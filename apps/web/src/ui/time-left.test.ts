/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondsLeft } from './time-left.ts';

test('the time left goes by the pace so far, and is not guessed from nothing', () => {
  assert.equal(secondsLeft({ progress: 10, at: 0 }, { progress: 11, at: 60_000 }), null);
  assert.equal(secondsLeft({ progress: 0, at: 0 }, { progress: 50, at: 1000 }), null);
  assert.equal(secondsLeft({ progress: 20, at: 1000 }, { progress: 40, at: 11_000 }), 30);
});
