import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { whenIdle } from './when-idle.ts';

test('what nobody uses any more ends, but not while it works, and once more after it was used again', async () => {
  const seen: string[] = [];
  let works = 2;
  const used = whenIdle(
    () => void seen.push('ends'),
    () => (works > 0 ? (seen.push(`works ${works--}`), false) : true),
    1,
  );
  const ended = async (times: number): Promise<void> => {
    while (seen.filter((one) => one === 'ends').length < times) await sleep(1);
  };
  used();
  await ended(1);
  used();
  await ended(2);
  assert.deepEqual(seen, ['works 2', 'works 1', 'ends', 'ends']);
});
