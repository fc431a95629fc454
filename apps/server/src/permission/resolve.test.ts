import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { defaultRoleItems, everyItem, fileRoles, permissionItems } from '@alcove/contract';
import type { FileRole, InstanceId, PermissionItem } from '@alcove/contract';
import { oracleAllows, roleTable } from './oracle.test-support.ts';
import type { RoleTable } from './oracle.test-support.ts';
import { explain, itemsOf } from './resolve.ts';
import type { Grant, GrantSource, Holding, EffectiveGrants, Where } from './resolve.ts';

const oracle = (where: Where, { userId, givers, ...holding }: EffectiveGrants, item: PermissionItem, table?: RoleTable): boolean =>
  oracleAllows({ ...where, ...(table && { table }), userId, holding, givers }, item);
const itemsIn = (table: RoleTable, role: FileRole) => table[role].split(' ').filter(Boolean) as PermissionItem[];
/** The same holding after administrators made this of the roles. */
const after = <Held extends Holding>(table: RoleTable, held: Held): Held => ({
  ...held,
  grants: held.grants.map((grant) => ({ ...grant, items: itemsIn(table, grant.role) })),
});

const people = ['zhao', 'qian', 'sun'];
const subjectAt = (distance: number): Pick<Grant, 'subject'> => ({
  subject: distance === 0 ? { kind: 'person', id: 'zhao' } : { kind: 'department', id: `above ${distance}` },
});
const chainIds = ['file', 'inner', 'middle', 'root'] as InstanceId[];
const [file, root] = ['file', 'root'] as [InstanceId, InstanceId];
const sources: GrantSource[] = [
  { kind: 'group', id: 'g' },
  { kind: 'department', id: 'd' },
  { kind: 'share', id: 's1' },
  { kind: 'share', id: 's2' },
  { kind: 'link', id: 'l' },
];
/** One giver per share, and at most one grant per subject, source and instance, as the server stores them. */
const grantsArb = fc
  .array(
    fc.record({
      instanceId: fc.constantFrom(...chainIds),
      distance: fc.nat(2),
      role: fc.constantFrom(...fileRoles),
      source: fc.constantFrom(...sources),
    }),
    { maxLength: 8 },
  )
  .map((grants) =>
    [...new Map(grants.map((grant) => [`${grant.instanceId} ${grant.distance} ${grant.source.id}`, grant])).values()].map(
      (grant): Grant => ({
        ...grant,
        items: defaultRoleItems[grant.role],
        ...subjectAt(grant.distance),
        grantorId: grant.source.id === 's2' ? 'sun' : 'qian',
      }),
    ),
  );
const capArb = fc.oneof(fc.constant(permissionItems), fc.subarray([...permissionItems]));
const holdingArb: fc.Arbitrary<Holding> = fc.record({ owns: fc.boolean(), grants: grantsArb, cap: capArb });
const effectiveArb: fc.Arbitrary<EffectiveGrants> = fc
  .record({ owns: fc.integer({ max: 9, min: 0 }), grants: grantsArb, cap: capArb, qian: fc.option(holdingArb), sun: fc.option(holdingArb) })
  .map(({ owns, grants, cap, qian, sun }) => ({
    userId: 'zhao',
    owns: owns === 0,
    grants,
    cap,
    givers: { ...(qian && { qian }), ...(sun && { sun }) },
  }));
const whereArb: fc.Arbitrary<Where> = fc.record({
  chain: fc.constantFrom(chainIds, chainIds.slice(1), [root]),
  creatorId: fc.constantFrom(...people),
  visitorId: fc.constantFrom(null, ...people),
});

test('every item of every holding is what the oracle says', () => {
  fc.assert(
    fc.property(whereArb, effectiveArb, (where, effective) => {
      const items = itemsOf(where, effective);
      for (const item of permissionItems) assert.equal(items.includes(item), oracle(where, effective, item), item);
    }),
    { numRuns: 5000 },
  );
});

/** Whatever administrators may make of the sets: `forbidden` stays empty. */
const tableArb: fc.Arbitrary<RoleTable> = fc.record(
  Object.fromEntries(
    fileRoles.map((role) => [
      role,
      role === 'forbidden' ? fc.constant('') : fc.subarray([...permissionItems]).map((some) => some.join(' ')),
    ]),
  ) as Record<FileRole, fc.Arbitrary<string>>,
);

test('the same is true whatever administrators make of the roles', () => {
  fc.assert(
    fc.property(whereArb, effectiveArb, tableArb, (where, held, table) => {
      const givers = Object.fromEntries(Object.entries(held.givers).map(([id, giver]) => [id, after(table, giver)]));
      const effective = { ...after(table, held), givers };
      const items = itemsOf(where, effective);
      for (const item of permissionItems) assert.equal(items.includes(item), oracle(where, effective, item, table), item);
    }),
    { numRuns: 3000 },
  );
});

test('each role alone gives exactly its row of the table, however it is held', () => {
  const where: Where = { chain: [file, root], creatorId: 'zhao' };
  for (const role of fileRoles)
    for (const source of sources.slice(0, 2))
      for (const instanceId of where.chain) {
        const grants = [{ instanceId, distance: 0, ...subjectAt(0), role, items: defaultRoleItems[role], source, grantorId: 'qian' }];
        const items = itemsOf(where, { userId: 'zhao', owns: false, grants, cap: everyItem, givers: {} });
        // A person who is not a member of a group has no permission in it.
        const row = source.kind === 'group' && instanceId !== root ? '' : roleTable[role];
        assert.deepEqual([...items].sort(), row.split(' ').filter(Boolean).sort(), role);
      }
});

test('what explains itself adds up to what is allowed, and names what was beaten', () => {
  fc.assert(
    fc.property(whereArb, effectiveArb, (where, effective) => {
      const reasons = explain(where, effective);
      const items = new Set(reasons.flatMap((reason) => reason.items));
      assert.deepEqual(
        itemsOf(where, effective),
        permissionItems.filter((item) => items.has(item)),
      );
      for (const { grant, beaten } of reasons) if (grant) assert.ok(!beaten.includes(grant));
    }),
  );
});

test('forbidden below ends what a source gives above, and a person beats their department', () => {
  const where: Where = { chain: [file, root], creatorId: 'qian' };
  const group = { kind: 'department', id: 'd' } as const;
  const give = (instanceId: InstanceId, distance: number, role: FileRole): Grant => ({
    instanceId,
    distance,
    ...subjectAt(distance),
    role,
    items: defaultRoleItems[role],
    source: group,
    grantorId: 'qian',
  });
  const items = (...grants: Grant[]) => itemsOf(where, { userId: 'zhao', owns: false, grants, cap: everyItem, givers: {} });
  assert.deepEqual(items(give(root, 0, 'manager'), give(file, 2, 'forbidden')), []);
  assert.equal(items(give(file, 2, 'forbidden'), give(file, 0, 'manager')).length, everyItem.length);
  assert.deepEqual(items(give(file, 1, 'forbidden'), give(file, 2, 'manager')), []);
});

test('a share gives no more than its giver may do today, and nothing once they have left', () => {
  const where: Where = { chain: [file, root], creatorId: 'qian' };
  const share: Grant = {
    instanceId: file,
    distance: 0,
    ...subjectAt(0),
    role: 'editor',
    items: defaultRoleItems.editor,
    source: { kind: 'share', id: 's' },
    grantorId: 'qian',
  };
  const with_ = (giver: Holding | null) =>
    itemsOf(where, { userId: 'zhao', owns: false, grants: [share], cap: everyItem, givers: giver ? { qian: giver } : {} });
  const viewer: Grant = {
    instanceId: root,
    distance: 0,
    ...subjectAt(0),
    role: 'viewer',
    items: defaultRoleItems.viewer,
    source: { kind: 'group', id: 'g' },
    grantorId: 'sun',
  };
  const ofOwner = with_({ owns: true, grants: [], cap: everyItem });
  assert.ok(ofOwner.includes('upload'));
  for (const item of ['rename', 'move', 'delete'] as const)
    assert.ok(!ofOwner.includes(item), 'what was shared stays where its owner has it');
  const downloader = { ...viewer, role: 'downloader', items: defaultRoleItems.downloader } as const;
  assert.ok(with_({ owns: false, grants: [downloader], cap: everyItem }).includes('download'));
  assert.ok(!with_({ owns: false, grants: [downloader], cap: everyItem }).includes('upload'));
  assert.deepEqual(with_({ owns: false, grants: [viewer], cap: everyItem }), [], 'who may not copy shares nothing any more');
  assert.deepEqual(with_(null), []);
  assert.deepEqual(with_({ owns: false, grants: [{ ...share, grantorId: 'sun' }], cap: everyItem }), [], 'a share of a share');
});

test('the roles of the company cap what anybody has, their own space included, and what they share', () => {
  const where: Where = { chain: [file, root], creatorId: 'qian' };
  const noShare = everyItem.filter((item) => item !== 'share');
  assert.deepEqual(itemsOf(where, { userId: 'qian', owns: true, grants: [], cap: noShare, givers: {} }), noShare);
  const share: Grant = {
    instanceId: root,
    distance: 0,
    ...subjectAt(0),
    role: 'manager',
    items: everyItem,
    source: { kind: 'share', id: 's' },
    grantorId: 'qian',
  };
  const receiver = (cap: Holding['cap']) =>
    itemsOf(where, { userId: 'zhao', owns: false, grants: [share], cap: everyItem, givers: { qian: { owns: true, grants: [], cap } } });
  assert.deepEqual(receiver(noShare), noShare);
  assert.deepEqual(receiver(everyItem.filter((item) => item !== 'copy')), [], 'sharing takes the item copy');
});
