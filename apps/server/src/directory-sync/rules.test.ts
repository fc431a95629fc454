/** What a run decides, without a database. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTooMany } from './brake.ts';
import { judgePerson } from './judge-person.ts';
import type { KnownPerson } from './judge-person.ts';
import { planDepartments } from './plan-departments.ts';
import type { KnownDepartment } from './plan-departments.ts';
import { departmentNameOf, labelsOf } from './directory-entries.ts';
import type { PlacedPerson, ToldDepartment } from './directory-entries.ts';

const told: PlacedPerson = {
  subject: 'e1',
  accountName: 'tang_yi',
  realName: '唐意',
  email: 'tang@company.example',
  department: 'd1',
  departmentName: '设计组',
  active: true,
};
const known: KnownPerson = {
  userId: 'u1',
  accountName: 'tang_yi',
  realName: '唐意',
  email: 'tang@company.example',
  department: 'd1',
  departmentName: '设计组',
  frozen: false,
  frozenBySync: false,
  expired: false,
  left: false,
  advanced: false,
  synced: true,
  ofOther: false,
};
const judge = (given: Partial<PlacedPerson>, linked: Partial<KnownPerson> | null, named: Partial<KnownPerson> | null = null, more = {}) => {
  const whole = (one: Partial<KnownPerson> | null) => one && { ...known, ...one };
  const judged = judgePerson(
    { ...told, ...given },
    { linked: whole(linked), named: whole(named), twice: false, matchesAccounts: true, ...more },
  );
  const fields = 'differences' in judged ? judged.differences.map(({ field }) => field) : [];
  return [judged.change, 'conflict' in judged ? judged.conflict : null, ...fields].filter(Boolean).join(' ');
};

test('what becomes of a person', () => {
  const mine = { synced: false };
  assert.deepEqual(
    [
      judge({}, {}),
      judge({ realName: '唐逸', email: '', department: null }, {}),
      judge({ department: undefined }, { department: null, departmentName: '一处' }),
      judge({ department: null }, { department: null, departmentName: '一处' }),
      judge({ accountName: 'renamed' }, {}),
      judge({ active: false }, {}),
      judge({ active: false }, { frozen: true }),
      judge({}, { frozen: true, frozenBySync: true }),
      judge({ realName: '唐逸' }, { frozen: true, frozenBySync: true }),
      judge({}, { frozen: true }),
      judge({}, { left: true, frozen: true }),
      judge({}, { synced: false }),
    ],
    [
      'same',
      'change realName email department',
      'same',
      'change department',
      'same',
      'leave',
      'same',
      'return',
      'return realName',
      'same',
      'conflict accountLeft',
      'match',
    ],
  );
  assert.deepEqual(
    [
      judge({}, null),
      judge({ active: false }, null),
      judge({ accountName: 'tang.yi' }, null),
      judge({ nameMade: true }, null),
      judge({ nameMade: true }, null, mine),
      judge({}, null, null, { twice: true }),
      judge({}, null, mine),
      judge({}, null, mine, { matchesAccounts: false }),
      judge({}, null, { ...mine, accountName: 'Tang_Yi' }),
      judge({}, null, { ...mine, advanced: true }),
      judge({}, null, { ...mine, frozen: true }),
      judge({}, null, { ...mine, ofOther: true }),
    ],
    [
      'new',
      'same',
      'conflict nameWrong',
      'new',
      'conflict nameOfLocal',
      'conflict nameTwice',
      'match',
      'conflict nameOfLocal',
      'conflict nameDiffers',
      'conflict nameOfAdministrator',
      'conflict nameOfFrozen',
      'conflict nameOfOther',
    ],
  );
});

test('names that an account or a department cannot have', () => {
  assert.deepEqual(labelsOf({ accountName: 'a', realName: ' \u202e ', email: 'no mail' }), { realName: 'a', email: '' });
  assert.deepEqual(['R&D', ' Human  Resources ', '(研发)', '&&', '\ud800'].map(departmentNameOf), [
    'R_D',
    'Human_Resources',
    '研发',
    '',
    '',
  ]);
});

test('too many leave: more than the share and more than a handful, or whoever is told of by nobody', () => {
  const tooMany = (leaving: number, before: number, toldOf: number | null = 1000) => isTooMany({ leaving, before, told: toldOf }, 5);
  assert.deepEqual(
    [tooMany(5, 10), tooMany(6, 120), tooMany(6, 119), tooMany(143, 1200), tooMany(0, 0, 0), tooMany(1, 3, 0), tooMany(60, 1200, null)],
    [false, false, true, true, false, true, false],
  );
});

const department = (subject: string, parent: string | null, name = subject): ToldDepartment => ({ subject, parent, name });
const steps = (all: readonly ToldDepartment[], here: readonly KnownDepartment[], matches = true) =>
  planDepartments(all, here, { matches }).steps.map((step) =>
    `${step.change} ${step.subject} ${'conflict' in step ? step.conflict : ''}`.trim(),
  );

test('what becomes of departments', () => {
  const here = (departmentId: string, parentId: string | null, name: string, more: Partial<KnownDepartment> = {}): KnownDepartment => ({
    departmentId,
    parentId,
    name,
    subject: null,
    ofOther: false,
    ...more,
  });
  const company = [
    here('1', null, 'sales', { subject: 's' }),
    here('2', '1', 'north', { subject: 'n' }),
    here('3', null, 'Legal'),
    here('4', null, 'foreign', { ofOther: true }),
  ];
  assert.deepEqual(steps([department('s', null, 'sales'), department('n', 's', 'north')], company), []);
  assert.deepEqual(steps([department('s', null, 'Sales'), department('n', null, 'north')], company), ['change s', 'change n']);
  assert.deepEqual(steps([department('s', null, 'sales'), department('n', 's', 'north'), department('l', null, 'legal')], company), [
    'match l',
  ]);
  assert.deepEqual(steps([department('l', null, 'legal'), department('x', 'l', 'x')], company, false), [
    'conflict l departmentNameTaken',
    'new x',
    'free s',
    'free n',
  ]);
  assert.deepEqual(steps([department('f', null, 'foreign'), department('a', null, 'A'), department('b', null, 'a')], []), [
    'new f',
    'conflict a departmentTwice',
    'conflict b departmentTwice',
  ]);
  assert.deepEqual(steps([department('f', null, 'foreign')], [company[3]!]), ['conflict f departmentNameTaken']);
  assert.deepEqual(steps([department('a', 'b'), department('b', 'a'), department('c', 'gone')], []), [
    'conflict a departmentNowhere',
    'conflict b departmentNowhere',
    'conflict c departmentNowhere',
  ]);
  const { places } = planDepartments([department('s', null), department('bad', 's', '!'), department('in', 'bad')], [], { matches: true });
  assert.deepEqual(
    [...places],
    [
      ['s', 's'],
      ['bad', 's'],
      ['in', 'in'],
    ],
  );
});

test('of any departments that a directory tells of, each is placed, and comes after the one above', () => {
  const random = (most: number): number => Math.floor(Math.random() * most);
  for (let round = 0; round < 300; round += 1) {
    const count = 1 + random(30);
    const all = Array.from({ length: count }, (_, n) => {
      const parent = random(3) === 0 ? null : `d${random(count + 2)}`;
      return department(`d${n}`, parent, `name${random(12)}`);
    });
    const plan = planDepartments(all, [], { matches: true });
    assert.equal(plan.steps.length, count, JSON.stringify(all));
    assert.equal(plan.places.size, count);
    const made = new Set<string | null>([null]);
    const names = new Set<string>();
    for (const step of plan.steps) {
      if (step.change !== 'new') continue;
      assert.ok(made.has(step.parent), JSON.stringify(all));
      assert.ok(!names.has(`${step.parent}/${step.name}`), JSON.stringify(all));
      names.add(`${step.parent}/${step.name}`);
      made.add(step.subject);
    }
    for (const place of plan.places.values()) assert.ok(made.has(place), JSON.stringify(all));
  }
});
