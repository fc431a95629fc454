import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Department, Person } from '@alcove/contract';
import { activeAt, treeRows, treeStep, treeTop, type Level } from './tree-rows.ts';

const department = (departmentId: string, people = 1): Department => ({
  departmentId,
  name: departmentId,
  path: [],
  people,
  departments: 0,
});
const person = (userId: string): Person => ({ userId, userName: userId, userRealName: userId, departmentId: null, departmentPath: [] });
const ready = (departments: string[], people: string[], total = people.length): Level => ({
  status: 'ready',
  children: {
    departments: departments.map((id) => department(id)),
    departmentTotal: departments.length,
    people: { total, page: 1, pageSize: 2, items: people.map(person) },
  },
});
const levels: Record<string, Level> = {
  ' 1': ready(['a', 'b'], ['boss']),
  'a 1': ready(['a1'], ['p1', 'p2'], 5),
  'a 2': ready([], ['p3', 'p4'], 5),
  'a 3': { status: 'loading' },
  'b 1': { status: 'failed' },
};
const rowsOf = (open: [string, number][]) => treeRows(new Map(open), (id, page) => levels[`${id} ${page}`] ?? { status: 'loading' });
const told = (open: [string, number][]) => rowsOf(open).map((row) => `${row.level} ${row.key}`);

test('unfolded levels lie between their department and the next, with their pages and what is still to come', () => {
  assert.deepEqual(told([[treeTop, 1]]), ['1 a', '1 b', '1 boss']);
  assert.deepEqual(
    told([
      [treeTop, 1],
      ['a', 2],
      ['b', 1],
    ]),
    ['1 a', '2 a1', '2 p1', '2 p2', '2 p3', '2 p4', '2 more a', '1 b', '2 failed b 1', '1 boss'],
  );
  assert.ok(
    told([
      [treeTop, 1],
      ['a', 3],
    ]).includes('2 loading a 3'),
  );
});

test('an unfolded department below a folded one is not shown', () => {
  assert.deepEqual(
    told([
      [treeTop, 1],
      ['a1', 1],
    ]),
    ['1 a', '1 b', '1 boss'],
  );
});

test('arrow keys move, unfold, fold and climb', () => {
  const folded = rowsOf([[treeTop, 1]]);
  assert.deepEqual(treeStep(folded, 0, 'ArrowRight'), { do: 'unfold', departmentId: 'a' });
  assert.deepEqual(treeStep(folded, 2, 'ArrowDown'), { do: 'go', to: 2 });
  assert.deepEqual(treeStep(folded, 2, 'ArrowRight'), null);
  const open = rowsOf([
    [treeTop, 1],
    ['a', 1],
  ]);
  assert.deepEqual(treeStep(open, 0, 'ArrowRight'), { do: 'go', to: 1 });
  assert.deepEqual(treeStep(open, 3, 'ArrowLeft'), { do: 'go', to: 0 });
  assert.deepEqual(treeStep(open, 0, 'ArrowLeft'), { do: 'fold', departmentId: 'a' });
  assert.deepEqual(treeStep(open, 1, ' '), { do: 'choose' });
  assert.deepEqual(treeStep(open, 1, 'End'), { do: 'go', to: open.length - 1 });
});

test('the active row is found again where it has moved; of one that is gone, what lies in its place is active', () => {
  const rows = ['a', 'b', 'c'].map((key) => ({ key }));
  assert.equal(activeAt(rows, null), 0);
  assert.equal(activeAt(rows, { key: 'c', at: 0 }), 2);
  assert.equal(activeAt(rows, { key: 'more a', at: 1 }), 1);
  assert.equal(activeAt(rows, { key: 'gone', at: 9 }), 2);
  assert.equal(activeAt([], { key: 'gone', at: 9 }), 0);
});
