import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurns } from './in-turns.ts';

test('half a second of small works lets others have their turn every few milliseconds, in the order of the things', async () => {
  let turns = 0;
  const others = setInterval(() => (turns += 1), 1);
  const done: number[] = [];
  for await (const item of inTurns(Array.from({ length: 500 }, (_, n) => n))) {
    for (const began = performance.now(); performance.now() - began < 1;);
    done.push(item);
  }
  clearInterval(others);
  assert.deepEqual(
    done,
    Array.from({ length: 500 }, (_, n) => n),
  );
  assert.ok(turns > 20, `${turns} turns`);
});
