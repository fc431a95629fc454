/** The successors that somebody has chosen are in the address, so a reload keeps them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChoices, withNames, writeChoices } from './choices-address.ts';
import { nobody, type Choices } from './choices.ts';

const idOf = (n: number): string => `01234567-89ab-7def-8123-${String(n).padStart(12, '0')}`;
const person = (n: number) => ({ userId: idOf(n), name: `Person ${n}` });
const people = [1, 2, 3].map(person);
const address = (choices: Choices) => writeChoices(new URLSearchParams(`user=${idOf(9)}`), choices);

test('what is chosen comes back with its names, and names are not in the address', () => {
  const choices: Choices = {
    space: person(1),
    keeps: false,
    groups: { [idOf(7)]: person(2), [idOf(8)]: person(3) },
    departments: person(3),
    shares: person(1),
  };
  const written = address(choices);
  assert.equal(written.get('user'), idOf(9));
  assert.ok(!decodeURIComponent(written.toString()).includes('Person'));
  assert.deepEqual(withNames(readChoices(written), people), choices);
});

test('a space that is kept, and one person for nothing else', () => {
  const keeps = { ...nobody, keeps: true };
  assert.deepEqual(readChoices(address(keeps)), keeps);
  assert.equal(readChoices(address(nobody)), nobody);
  assert.equal(address(nobody).toString(), `user=${idOf(9)}`);
  assert.deepEqual(readChoices(writeChoices(address(keeps), { ...nobody, departments: person(2) })).keeps, false);
});

test('what is no id counts as absent, and an address does not grow without end', () => {
  assert.equal(readChoices(new URLSearchParams('space=me&departments=<b>&group=1.2&group=x')), nobody);
  const groups = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [idOf(1000 + n), person(1)]));
  assert.ok(address({ ...nobody, groups }).toString().length < 4000);
});

test('somebody of whom the server knows nothing stays without a name', () => {
  assert.equal(withNames(readChoices(address({ ...nobody, space: person(5) })), people).space?.name, '');
});
