import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverOf, leftOut, thorough, turn, turnOf } from './thorough.ts';

const [ways, spaces, ends] = [4, 3, 5].map((count) => Array.from({ length: count }, (_, index) => index)) as [number[], number[], number[]];
const cases = ways.flatMap((way) => spaces.flatMap((space) => ends.map((end) => ({ way, space, end }))));
const pairs = ({ way, space, end }: (typeof cases)[number]) => [`way ${way} end ${end}`, `way ${way} space ${space}`, `${space} ${end}`];

test('a cover has every pair, in far fewer cases, the same each time and in their order', () => {
  const taken = coverOf(cases, pairs);
  assert.deepEqual(new Set(taken.flatMap(pairs)), new Set(cases.flatMap(pairs)));
  assert.ok(taken.length >= 20 && taken.length <= 26, `${taken.length} of ${cases.length}`);
  assert.deepEqual(coverOf(cases, pairs), taken);
  assert.deepEqual(
    cases.filter((one) => taken.includes(one)),
    taken,
  );
});

test('a case with a trait that no other has is always taken, and one without traits never', () => {
  assert.deepEqual(
    coverOf(['ab', 'a', 'b', 'c', ''], (one) => [...one]),
    ['ab', 'c'],
  );
  assert.deepEqual(
    coverOf([], () => ['x']),
    [],
  );
});

test('what is left out is told', () => {
  assert.deepEqual([leftOut(12, 84), leftOut(84, 84)], [`12 of 84; --thorough for all, ALCOVE_TURN=${turn} for these`, '84 of 84']);
});

test('of so many turns in a row, each case comes in one', { skip: thorough && 'all have their turn' }, () => {
  const letters = [...'abcdefgh'];
  const taken = [0, 1, 2].map((later) => turnOf(letters, 3, later));
  assert.deepEqual(taken.flat().sort(), letters);
  assert.ok(taken.every((some) => some.length >= 2));
});
