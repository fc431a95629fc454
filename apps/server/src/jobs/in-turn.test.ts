import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as later } from 'node:timers/promises';
import { inTurn } from './in-turn.ts';

test('work that ends soon is alone, also after a failure', async () => {
  const begin = inTurn(60_000);
  let [now, most] = [0, 0];
  const work = async (index: number): Promise<number> => {
    most = Math.max(most, (now += 1));
    await later();
    now -= 1;
    if (index === 1) throw new Error('failed');
    return index;
  };
  const ends = await Promise.allSettled([0, 1, 2, 3].map((index) => begin(() => work(index))));
  assert.equal(most, 1);
  assert.deepEqual(
    ends.map((end) => (end.status === 'fulfilled' ? end.value : 'failed')),
    [0, 'failed', 2, 3],
  );
});

test('work that takes long holds nobody up', async () => {
  const begin = inTurn(1);
  const { promise, resolve } = Promise.withResolvers<string>();
  const long = begin(() => promise);
  assert.equal(await begin(async () => 'short'), 'short');
  resolve('long');
  assert.equal(await long, 'long');
});
