import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AtOnce } from './at-once.ts';

const never = 2 ** 30;
const tooLate = (): Error => new Error('too late');
/** Work that lasts until it is ended. */
const lasting = () => Promise.withResolvers<string>();

test('no more is done at once, and what waits begins in its order, also after work that failed', async () => {
  const two = new AtOnce({ most: () => 2, mostMs: never, tooLate });
  const begun: number[] = [];
  const works = [lasting(), lasting(), lasting(), lasting()];
  const answers = works.map(({ promise }, n) => two.run(() => (begun.push(n), promise)));
  assert.deepEqual([begun, two.waitingCount], [[0, 1], 2]);
  works[1]!.reject(new Error('failed'));
  await assert.rejects(answers[1]!, /failed/);
  assert.deepEqual(begun, [0, 1, 2]);
  works[0]!.resolve('first');
  assert.equal(await answers[0], 'first');
  assert.deepEqual([begun, two.waitingCount], [[0, 1, 2, 3], 0]);
  for (const { resolve } of works) resolve('done');
  assert.deepEqual(await Promise.all([answers[2], answers[3]]), ['done', 'done']);
});

test('who waited too long is refused, and its place goes to nobody and is not lost', async () => {
  const one = new AtOnce({ most: () => 1, mostMs: 10, tooLate });
  const { promise, resolve } = lasting();
  const first = one.run(() => promise);
  await assert.rejects(
    one.run(() => assert.fail('refused, but done')),
    /too late/,
  );
  resolve('first');
  assert.equal(await first, 'first');
  assert.equal(await one.run(async () => 'next'), 'next');
});

test('once more may be done, all of them begin with the next end', async () => {
  let most = 1;
  const some = new AtOnce({ most: () => most, mostMs: never, tooLate });
  const { promise, resolve } = lasting();
  const both = lasting();
  const answers = [some.run(() => promise), some.run(() => both.promise), some.run(async () => both.resolve('third'))];
  assert.equal(some.waitingCount, 2);
  most = 3;
  resolve('first');
  assert.deepEqual(await Promise.all(answers), ['first', 'third', undefined]);
});
