/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { failures, type EachAnswer } from '@alcove/contract';
import { CallFailed, type HostPort } from '@alcove/transfer';
import { batched } from './batched.ts';

const going = new AbortController().signal;
const after: HostPort['after'] = (ms, signal) => sleep(ms, undefined, { signal });

test('requests of one moment go together, at most so many, and each gets its own answer or refusal', async () => {
  const asked: number[][] = [];
  const ask = batched(
    async (requests: number[]) => {
      asked.push(requests);
      return requests.map((one): EachAnswer<number> =>
        one === 2 ? { done: false, code: 'NAME_TAKEN', errcode: failures.NAME_TAKEN.errcode, errmsg: '' } : { done: true, data: one * 10 },
      );
    },
    3,
    after,
  );
  const answers = await Promise.allSettled([1, 2, 3, 4].map((one) => ask(one, going)));
  assert.deepEqual(asked, [[1, 2, 3], [4]]);
  assert.deepEqual(
    answers.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as CallFailed).errcode)),
    [10, failures.NAME_TAKEN.errcode, 30, 40],
  );
});

test('a call that fails as a whole fails for each, and each may ask again; what was given up before it went is not asked for', async () => {
  let broken = true;
  const asked: string[][] = [];
  const ask = batched(
    async (requests: string[]) => {
      asked.push(requests);
      if (broken) throw new CallFailed({ errcode: -1, errmsg: '', status: 0 });
      return requests.map((data) => ({ done: true as const, data }));
    },
    32,
    after,
  );
  const given = new AbortController();
  const tries = ['a', 'b', 'c'].map((one) => ask(one, one === 'b' ? given.signal : going));
  given.abort(new Error('removed'));
  const outcomes = await Promise.allSettled(tries);
  assert.deepEqual(
    outcomes.map((one) => (one.status === 'rejected' ? ((one.reason as CallFailed).status ?? (one.reason as Error).message) : one.value)),
    [0, 'removed', 0],
  );
  broken = false;
  assert.deepEqual(await Promise.all(['a', 'c'].map((one) => ask(one, going))), ['a', 'c']);
  assert.deepEqual(asked, [
    ['a', 'c'],
    ['a', 'c'],
  ]);
});

test('what comes while a call is under way goes together once it has ended, and an aborted one not at all', async () => {
  const asked: number[][] = [];
  const ends: (() => void)[] = [];
  const ask = batched(
    async (requests: number[]) => {
      asked.push(requests);
      await new Promise<void>((end) => ends.push(end));
      return requests.map((data) => ({ done: true as const, data }));
    },
    3,
    after,
  );
  const given = new AbortController();
  const outcomes = Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map((one) => ask(one, one === 5 ? given.signal : going)));
  given.abort(new Error('removed'));
  await sleep(50);
  assert.deepEqual(asked, [[1, 2, 3]]);
  for (const end of [0, 1, 2]) {
    while (ends.length <= end) await sleep(1);
    ends[end]!();
  }
  assert.equal((await outcomes).filter(({ status }) => status === 'fulfilled').length, 7);
  assert.deepEqual(asked, [[1, 2, 3], [4, 6, 7], [8]]);
});

test('a call that hangs holds up the requests after it for some seconds, not until it is given up', async () => {
  const asked: number[][] = [];
  const [hangs, slow] = [Promise.withResolvers<EachAnswer<number>[]>(), Promise.withResolvers<void>()];
  const ask = batched(
    (requests: number[]) => {
      asked.push(requests);
      return asked.length === 1 ? hangs.promise : Promise.resolve(requests.map((data) => ({ done: true as const, data })));
    },
    3,
    (ms, signal) => (ms < 1000 ? after(ms, signal) : slow.promise),
  );
  const first = ask(1, going);
  await sleep(50);
  const others = [2, 3].map((one) => ask(one, going));
  await sleep(50);
  assert.deepEqual(asked, [[1]]);
  slow.resolve();
  assert.deepEqual(await Promise.all(others), [2, 3]);
  hangs.resolve([{ done: true, data: 1 }]);
  assert.equal(await first, 1);
  assert.deepEqual(asked, [[1], [2, 3]]);
});
