import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Places } from './places.ts';

test('places are counted on while a thousand other names come and go', () => {
  const places = new Places();
  const mine = [{ name: 'me', most: 2 }];
  assert.ok(places.take(mine));
  for (let n = 0; n < 3000; n++) {
    const theirs = [{ name: `person ${n}`, most: 1 }];
    assert.ok(places.take(theirs));
    places.giveBack(theirs);
  }
  assert.ok(places.take(mine));
  assert.equal(places.take(mine), false);
  places.giveBack(mine);
  places.giveBack(mine);
  assert.equal(places.of('me'), 0);
});

test('a name without a place left takes none of the others', () => {
  const places = new Places();
  assert.ok(places.take([{ name: 'full', most: 1 }]));
  assert.equal(
    places.take([
      { name: 'free', most: 1 },
      { name: 'full', most: 1 },
    ]),
    false,
  );
  assert.equal(places.of('free'), 0);
});
