import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '@alcove/contract';
import { added, removed, type Choice } from './chosen.ts';

const person = (id: string): Choice => ({ kind: 'person', id, name: id, accountName: id, path: [] });
const department = (id: string, departments = 0): Choice => ({ kind: 'department', id, name: id, path: [], people: 1, departments });
const everything = { max: 2000, role: undefined };

test('what is chosen already is not chosen twice, and a role comes with each', () => {
  const once = added([], [person('a'), department('d'), person('a')], { max: 10, role: 'view' });
  assert.deepEqual(
    once.chosen.map(({ id, role }) => [id, role]),
    [
      ['a', 'view'],
      ['d', 'view'],
    ],
  );
  assert.deepEqual(added(once.chosen, [person('a')], { max: 10, role: 'edit' }).chosen, once.chosen);
  assert.deepEqual(removed(once.chosen, 'a'), once.chosen.slice(1));
});

test('a choice that would be too large is refused with its reason, and what came before it stays', () => {
  const many = (count: number, of: (id: string) => Choice) => Array.from({ length: count }, (_, index) => of(String(index)));
  const cases: [Choice[], number, string, number][] = [
    [many(limits.peopleChosen + 1, person), 2000, 'TOO_MANY_PEOPLE', limits.peopleChosen],
    [many(limits.departmentsChosen + 1, department), 2000, 'TOO_MANY_DEPARTMENTS', limits.departmentsChosen],
    [[department('small', limits.subDepartments), department('broad', limits.subDepartments + 1)], 2000, 'DEPARTMENT_TOO_BROAD', 1],
    [[person('a'), department('b')], 1, 'TOO_MANY_ITEMS', 1],
  ];
  for (const [candidates, max, code, kept] of cases) {
    const { chosen, refusal } = added([], candidates, { ...everything, max });
    assert.deepEqual([refusal?.code, chosen.length], [code, kept]);
  }
});
