/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerKey, type Key } from './list-keys.ts';
import { nothing, only, type Selection } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e', 'f'];
const press = (key: string, more: Partial<Key> = {}): Key => ({ key, shift: false, command: false, alt: false, ...more });
const focusAfter = (key: Key, from: Selection, across = 1) => {
  const answer = answerKey(key, from, order, across);
  return answer?.do === 'select' ? answer.selection.focus : answer;
};

test('in cards, down goes a line on and right one card on', () => {
  assert.equal(focusAfter(press('ArrowDown'), only('a'), 3), 'd');
  assert.equal(focusAfter(press('ArrowRight'), only('a'), 3), 'b');
});

test('in rows, left and right are left to the page', () => {
  assert.equal(answerKey(press('ArrowRight'), only('a'), order), null);
});

test('Esc with nothing selected is left to whoever is behind', () => {
  assert.equal(answerKey(press('Escape'), nothing, order), null);
});

test('Space selects the row in focus without losing the others', () => {
  const answer = answerKey(press(' '), { ids: new Set(['a']), anchor: 'a', focus: 'c' }, order);
  assert.deepEqual(answer?.do === 'select' && [...answer.selection.ids], ['a', 'c']);
});

test('Ctrl with a letter other than A is not ours', () => {
  assert.equal(answerKey(press('c', { command: true }), only('a'), order), null);
});

test('Shift with F10 and the menu key both ask for the row menu', () => {
  assert.deepEqual(answerKey(press('F10', { shift: true }), only('b'), order), { do: 'menu', id: 'b' });
  assert.deepEqual(answerKey(press('ContextMenu'), only('b'), order), { do: 'menu', id: 'b' });
});
