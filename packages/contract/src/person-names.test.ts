import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountNameFault, capacityFault, departmentNameFault, fullNameFault, roleNameFault, userNameFault } from './person-names.ts';

/** Each rule with accepted and refused examples. */
const cases: [string, (name: string) => string | null, string[], string[]][] = [
  [
    'an account name',
    accountNameFault,
    ['admin', 'emma_clark', 'W_0001', '7', 'a'.repeat(120)],
    ['', 'a b', 'a-b', 'a.b', 'a@b', '王磊', 'é', 'а', '１', 'a\n', 'a'.repeat(121)],
  ],
  [
    'a user name',
    userNameFault,
    ['Emma Clark', '研发中心的王磊', '🚀🚀🚀🚀🚀', 'x'.repeat(120)],
    ['', 'four', ' Emma Clark', 'Emma\u202eClark', 'Emma\nClark', '王王王王', 'x'.repeat(121)],
  ],
  [
    'a full name',
    fullNameFault,
    ['王', 'John Smith', '👩‍💻🚀', '100%纯_度\\'],
    ['', ' ', ' 王磊', '王\u0000磊', '王\u202e磊', 'x'.repeat(121)],
  ],
  ['a role name', roleNameFault, ['审计员', 'Help desk', '🚀', 'x'.repeat(32)], ['', ' 审计员', 'a\n', 'x'.repeat(33)]],
  [
    'a department name',
    departmentNameFault,
    ['研发中心', 'R_and_D', '一组2', 'Büro', 'x'.repeat(128)],
    ['', '研发 中心', 'R&D', 'a-b', '100%', 'a/b', '🚀', 'a\n', 'x'.repeat(129)],
  ],
];
for (const [what, fault, right, wrong] of cases)
  test(`${what} is refused where the specification says so, and nowhere else`, () => {
    for (const name of right) assert.equal(fault(name), null, name);
    for (const name of wrong) assert.notEqual(fault(name), null, JSON.stringify(name));
  });

test('a capacity below nothing, or of half a byte, is refused', () => {
  for (const bytes of [null, 0, 1, 2 ** 50]) assert.equal(capacityFault(bytes), null);
  for (const bytes of [-1, 0.5, Number.NaN, Infinity, 2 ** 60]) assert.equal(capacityFault(bytes), 'CAPACITY_WRONG');
});
