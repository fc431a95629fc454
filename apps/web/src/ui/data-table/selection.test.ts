/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { all, banded, cleared, clicked, headState, moved, nothing, only, pointedAt, pruned, ticked } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const plain = { range: false, toggle: false };
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort().join('');

test('a plain click leaves only the row', () => {
  assert.equal(ids(clicked(all(nothing, order), order, 'c', plain)), 'c');
});

test('a range runs both ways from the same anchor', () => {
  const from = only('c');
  assert.equal(ids(clicked(from, order, 'e', { range: true, toggle: false })), 'cde');
  assert.equal(ids(clicked(clicked(from, order, 'e', { range: true, toggle: false }), order, 'a', { range: true, toggle: false })), 'abc');
});

test('Ctrl adds and takes; Ctrl with Shift adds a range', () => {
  const two = clicked(only('a'), order, 'c', { range: false, toggle: true });
  assert.equal(ids(two), 'ac');
  assert.equal(ids(clicked(two, order, 'e', { range: true, toggle: true })), 'acde');
  assert.equal(ids(clicked(two, order, 'a', { range: false, toggle: true })), 'c');
});

test('Shift on a checkbox keeps what was ticked elsewhere', () => {
  assert.equal(ids(ticked(ticked(ticked(nothing, order, 'a', false), order, 'c', false), order, 'e', true)), 'acde');
});

test('a range whose anchor was filtered away starts at the row itself', () => {
  assert.equal(ids(clicked({ ids: new Set(['z']), anchor: 'z', focus: 'z' }, order, 'd', { range: true, toggle: false })), 'd');
});

test('arrows stop at the ends, and extend and shrink a range', () => {
  assert.equal(moved(nothing, order, 1, false).focus, 'a');
  assert.equal(moved(nothing, order, -1, false).focus, 'e');
  assert.equal(moved(only('e'), order, 1, false).focus, 'e');
  const wide = moved(moved(only('b'), order, 1, true), order, 1, true);
  assert.equal(ids(wide), 'bcd');
  assert.equal(ids(moved(wide, order, -1, true)), 'bc');
});

test('the right button keeps a selection it hits and replaces one it misses', () => {
  const two = { ids: new Set(['a', 'b']), anchor: 'a', focus: 'b' };
  assert.equal(ids(pointedAt(two, 'a')), 'ab');
  assert.equal(ids(pointedAt(two, 'd')), 'd');
});

test('a rubber band that shrinks gives rows back', () => {
  const base = only('a');
  assert.equal(ids(banded(base, ['c', 'd'], true)), 'acd');
  assert.equal(ids(banded(base, ['c'], true)), 'ac');
  assert.equal(ids(banded(base, ['c'], false)), 'c');
});

test('rows that went away leave the selection; without a change it is the same object', () => {
  const two = { ids: new Set(['a', 'x']), anchor: 'x', focus: 'a' };
  assert.deepEqual(pruned(two, order), { ids: new Set(['a']), anchor: null, focus: 'a' });
  assert.equal(pruned(only('a'), order).ids.size, 1);
  assert.deepEqual([...pruned(two, order, new Set(['x'])).ids], ['a', 'x']);
  const same = only('b');
  assert.equal(pruned(same, order), same);
});

test('the head checkbox is mixed until every row is selected', () => {
  assert.equal(headState(nothing, order), 'none');
  assert.equal(headState(only('a'), order), 'some');
  assert.equal(headState(all(nothing, order), order), 'all');
  assert.equal(headState(cleared(all(nothing, order)), []), 'none');
});

test('where the focused row went away the keyboard goes on at the next one, at the end at the one before', () => {
  const at = (id: string) => ({ ...only(id), ids: new Set<string>() });
  assert.equal(pruned(at('c'), ['a', 'b', 'd', 'e'], undefined, order).focus, 'd');
  assert.equal(pruned(at('c'), ['a', 'e'], undefined, order).focus, 'e');
  assert.equal(pruned(at('e'), ['a', 'b'], undefined, order).focus, 'b');
  assert.equal(pruned(at('c'), [], undefined, order).focus, null);
  assert.equal(pruned(at('c'), ['x', 'y'], undefined, order).focus, null, 'another folder is shown');
});
