import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UploadDeps } from './deps.ts';
import { gathered } from './gathered.ts';

/** A statement that is answered in the next turn, and how many it was asked for each time. */
function counted() {
  const sent: number[] = [];
  const ask = gathered<number, number>(
    async (_deps, parts) => {
      sent.push(parts.length);
      await nextTurn();
      return parts;
    },
    () => 'one space',
  );
  const deps = { database: {} } as UploadDeps;
  const askAfter = async (turns: number, part: number): Promise<number | Error> => {
    for (let turn = 0; turn < turns; turn++) await nextTurn();
    return (await ask(deps, [part]))[0]!;
  };
  return { sent, askAfter };
}

test('somebody who is alone is not kept waiting for others', async () => {
  const { sent, askAfter } = counted();
  const answers = await Promise.all([askAfter(0, 1), askAfter(3, 2)]);
  assert.deepEqual(
    [answers, sent],
    [
      [1, 2],
      [1, 1],
    ],
  );
});

test('where several came together, those who come back a few turns apart share a statement again, each with an own answer', async () => {
  const { sent, askAfter } = counted();
  await Promise.all([askAfter(0, 1), askAfter(0, 2)]);
  const answers = await Promise.all([askAfter(0, 3), askAfter(2, 4), askAfter(3, 5)]);
  assert.deepEqual(
    [answers, sent],
    [
      [3, 4, 5],
      [2, 3],
    ],
  );
});
