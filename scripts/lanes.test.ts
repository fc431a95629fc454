import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lanes } from './lanes.ts';

test('all groups run, those of two checks mixed, and beside one that needs quiet never more than two others', async () => {
  const lanes = new Lanes();
  const begun: string[] = [];
  const running = new Map<string, { isQuiet: boolean; end: () => void }>();
  const one = ['plain', 'plain', 'plain', 'plain', 'plain', 'short', 'short'];
  const ended = [...one, 'plain', 'long', 'short'].map((kind, n) =>
    lanes.run({ isQuiet: kind !== 'plain', rank: ['plain', 'long', 'short'].indexOf(kind) }, async () => {
      const { promise, resolve: end } = Promise.withResolvers<void>();
      begun.push(kind);
      running.set(`${n}`, { isQuiet: kind !== 'plain', end });
      await promise;
      running.delete(`${n}`);
      if (n === 5) throw new Error('one that fails keeps no room');
    }),
  );
  const outcomes = Promise.allSettled(ended);
  const most = { loud: 0, quiet: 0 };
  for (let turn = 0; begun.length < ended.length || running.size > 0; turn += 1) {
    await new Promise(setImmediate);
    const kind = [...running.values()].some(({ isQuiet }) => isQuiet) ? 'quiet' : 'loud';
    most[kind] = Math.max(most[kind], running.size);
    [...running.values()].at(turn % running.size)?.end();
  }
  assert.deepEqual(most, { loud: 4, quiet: 3 });
  assert.deepEqual(begun, [...Array<string>(6).fill('plain'), 'long', ...Array<string>(3).fill('short')]);
  assert.equal((await outcomes).filter(({ status }) => status === 'rejected').length, 1);
});
