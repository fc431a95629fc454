import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue, QueueFull } from './fair-queue.ts';

/** Work that ends when the test calls `endOne`. */
function works(queue: FairQueue, started: string[]) {
  const ends: (() => void)[] = [];
  const run = (lane: string, name = lane): Promise<void> =>
    queue.run(lane, () => {
      started.push(name);
      return new Promise<void>((end) => ends.push(end));
    });
  return {
    run,
    async endOne() {
      ends.shift()!();
      await new Promise(setImmediate);
    },
  };
}

test('whoever sends a hundred waits behind themselves, not in front of somebody else', async () => {
  const started: string[] = [];
  const { run, endOne } = works(new FairQueue({ atOnce: 1, mostWaiting: 1000 }), started);
  const attack = Array.from({ length: 100 }, (_, n) => run('attacker', `a${n}`));
  const other = run('other');
  await endOne();
  await endOne();
  assert.deepEqual(started, ['a0', 'a1', 'other']);
  while (started.length < 101) await endOne();
  await endOne();
  await Promise.all([...attack, other]);
});

test('when too many wait the longest line is cut, and none of its work was done', async () => {
  const started: string[] = [];
  const { run, endOne } = works(new FairQueue({ atOnce: 1, mostWaiting: 3 }), started);
  const attack = Array.from({ length: 10 }, (_, n) => run('attacker', `a${n}`).catch((error: unknown) => error));
  const other = run('other');
  for (let n = 0; n < 4; n += 1) await endOne();
  const refused = (await Promise.all(attack)).filter((outcome) => outcome instanceof QueueFull);
  await other;
  assert.deepEqual([refused.length, started.length, started.includes('other')], [7, 4, true]);
});
