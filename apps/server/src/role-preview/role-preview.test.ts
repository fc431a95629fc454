/** Before a role is changed, administrators see who would gain and who would lose what: as it then comes about, and for thousands of people. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, defaultRoleItems, employeeItems, everyItem, limits } from '@alcove/contract';
import type { AdminItem, FileRole, InstanceId, PermissionItem, SpaceId } from '@alcove/contract';
import { createDepartment } from '../departments/index.ts';
import { makeSpace, setGrants } from '../permission/tree.test-support.ts';
import type { BareGrant } from '../permission/tree.test-support.ts';
import { readSheet } from '../sheets/index.ts';
import { adminPassword, openCompany, refused } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';

const { adminFileRole, adminRole } = calls;
let company: Company;
let admin: Client;
let adminId: string;
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  ({ userId: adminId } = await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword }));
});
after(() => company.close());

const builtIn = async (which: string) => (await admin.call(adminRole.page, {})).items.find((role) => role.builtIn === which)!;
let named = 0;
const newRole = (content: { adminItems?: AdminItem[]; fileItems?: PermissionItem[] }) =>
  admin.call(adminRole.create, { name: `preview ${(named += 1)}`, type: 'ordinary', adminItems: [], fileItems: [], ...content });
const give = (who: readonly Person[], ...roleIds: string[]) =>
  admin.call(adminRole.assign, { userIds: who.map(({ userId }) => userId), roleIds });
const people = (count: number) => Promise.all(Array.from({ length: count }, () => company.person()));

const place = ({ userId }: Person) => makeSpace(company.database, { kind: 3, ownerId: null, creatorId: userId });
const grant = (
  { spaceId, rootId }: { spaceId: SpaceId; rootId: InstanceId },
  subject: BareGrant['subject'],
  role: FileRole,
  expiresAt?: Date,
): BareGrant => ({
  instanceId: rootId,
  subject,
  role,
  source: { kind: 'department', id: spaceId },
  grantorId: adminId,
  ...(expiresAt && { expiresAt }),
});

/** The cells of an Excel file that a call answers with. */
async function cellsOf(path: string, fields: unknown): Promise<(readonly string[])[]> {
  const answer = await admin.send('POST', path, {
    body: JSON.stringify(fields),
    headers: { 'content-type': 'application/json', 'accept-language': 'zh-CN' },
  });
  assert.equal(answer.status, 200);
  const content = [Buffer.from(await answer.arrayBuffer())];
  const rows: (readonly string[])[] = [];
  const bounds = {
    ms: 60_000,
    megabytes: 256,
    rows: 100_000,
    columns: 10,
    characters: 1000,
    bytes: 2 ** 26,
    unpackedBytes: 2 ** 27,
    beyond: 'refuse' as const,
  };
  for await (const block of readSheet({ name: 'a.xlsx', content }, bounds)) rows.push(...block);
  return rows;
}

test('of a company role: who gains, who loses, and who keeps an item through another role is said, not counted', async () => {
  const [only, both, outsider] = (await people(3)) as [Person, Person, Person];
  const role = await newRole({ adminItems: ['people.view', 'people.freeze'], fileItems: ['list', 'share'] });
  const other = await newRole({ adminItems: ['people.freeze'], fileItems: ['list', 'tag'] });
  await give([only], role.roleId);
  await give([both], role.roleId, other.roleId);
  await give([outsider], other.roleId);
  const content = {
    roleId: role.roleId,
    type: 'ordinary' as const,
    adminItems: ['people.view' as const],
    fileItems: ['list' as const, 'tag' as const],
  };
  const found = await admin.call(adminRole.preview, content);
  assert.deepEqual([found.people, found.gain, found.lose], [2, 1, 2]);
  assert.deepEqual(
    found.items.map(({ item, change, people: n, unaffected, first }) => [item, change, n, unaffected, first.length]),
    [
      ['people.freeze', 'lost', 1, 1, 1],
      ['share', 'lost', 2, 0, 2],
      ['tag', 'gained', 1, 1, 1],
    ],
  );
  const theirs = new Map(found.listed.map((one) => [one.userId, one]));
  assert.deepEqual([theirs.get(only.userId)!.gains, theirs.get(only.userId)!.loses], [['tag'], ['people.freeze', 'share']]);
  assert.deepEqual([theirs.get(both.userId)!.gains, theirs.get(both.userId)!.loses], [[], ['share']]);
  const before = await only.call(calls.user.currentUser, {});
  await admin.call(adminRole.update, { ...content, name: role.name });
  const now = await only.call(calls.user.currentUser, {});
  assert.deepEqual(
    [before.permissions, now.permissions],
    [
      ['list', 'share'],
      ['list', 'tag'],
    ],
    'as it was foretold',
  );
  const nothing = await admin.call(adminRole.preview, content);
  assert.deepEqual([nothing.people, nothing.items, nothing.listed], [0, [], []]);
});

test('an advanced role is every administration item, and whoever may not change a role does not preview it', async () => {
  const [holder, clerk] = (await people(2)) as [Person, Person];
  const role = await newRole({ adminItems: ['people.view'], fileItems: [...everyItem] });
  await give([holder], role.roleId);
  const found = await admin.call(adminRole.preview, { roleId: role.roleId, type: 'advanced', adminItems: [], fileItems: [...everyItem] });
  assert.ok(found.items.length > 10 && found.items.every(({ change, people: n }) => change === 'gained' && n === 1));
  assert.ok(!found.items.some(({ item }) => item === 'people.view'));
  const content = { roleId: role.roleId, type: 'ordinary' as const, adminItems: [], fileItems: [] };
  await assert.rejects(clerk.call(adminRole.preview, content), refused('NOT_ALLOWED'));
  await assert.rejects(clerk.call(adminFileRole.preview, { role: 'editor', items: [] }), refused('NOT_ALLOWED'));
  await give([clerk], (await newRole({ adminItems: ['roles.edit'] })).roleId);
  for (const end = Date.now() + 1000; ;) {
    const { errcode } = await clerk.ask(adminRole.preview, { ...content, type: 'advanced' });
    if (errcode === 160007) break;
    assert.ok(Date.now() < end, `not refused: ${errcode}`);
  }
  await assert.rejects(admin.call(adminRole.preview, { ...content, roleId: adminId }), refused('ROLE_NOT_FOUND'));
  await assert.rejects(admin.call(adminFileRole.preview, { role: 'forbidden', items: ['list'] }), refused('FILE_ROLE_FIXED'));
  await assert.rejects(admin.call(adminFileRole.preview, { role: 'manager', items: [] }), refused('FILE_ROLE_MANAGES'));
});

test('of a file role: people, departments with those below, ended and frozen ones not, within what company roles allow', async () => {
  const [direct, above, below, ended, frozen, capped] = (await people(6)) as [Person, Person, Person, Person, Person, Person];
  const division = await createDepartment(company.database, { name: '部A', parentId: null });
  const team = await createDepartment(company.database, { name: '组B', parentId: division });
  const moves = async (who: Person, departmentId: string) =>
    company.database.updateTable('user_account').set({ department_id: departmentId }).where('id', '=', who.userId).execute();
  await moves(above, division);
  for (const one of [below, frozen]) await moves(one, team);
  await company.database.updateTable('user_account').set({ frozen_at: new Date() }).where('id', '=', frozen.userId).execute();
  await give([capped], (await newRole({ fileItems: employeeItems.filter((item) => item !== 'tag') })).roleId);
  const [one, two] = [await place(direct), await place(direct)];
  const person = ({ userId: id }: Person) => ({ kind: 'person' as const, id });
  const role = 'operator';
  await setGrants(company.database, [
    grant(one, person(direct), role),
    grant(two, person(direct), role),
    grant(one, { kind: 'department', id: division }, role),
    grant(two, { kind: 'department', id: team }, role),
    grant(one, person(ended), role, new Date(Date.now() - 1000)),
    grant(one, person(capped), role),
  ]);
  const items = [...defaultRoleItems[role].filter((item) => item !== 'tag'), 'share' as const];
  const found = await admin.call(adminFileRole.preview, { role, items });
  assert.deepEqual(
    new Map(found.listed.map(({ userId, places, loses }) => [userId, [places, loses.join()]])),
    new Map(
      [direct, above, below]
        .toSorted((a, b) => (a.accountName < b.accountName ? -1 : 1))
        .map((who) => [who.userId, [who === above ? 1 : 2, 'tag']]),
    ),
  );
  assert.deepEqual([found.people, found.lose], [3, 3]);
  assert.deepEqual(
    found.items.map(({ item, change, people: n, unaffected }) => [item, change, n, unaffected]),
    [
      ['share', 'gained', 3, 1],
      ['tag', 'lost', 3, 1],
    ],
  );
  assert.deepEqual(found.listed.find(({ userId }) => userId === below.userId)!.departmentPath, ['部A', '组B']);
  const cells = await cellsOf(adminFileRole.exportPreview.path, { role, items });
  assert.equal(cells.length, 4);
  assert.deepEqual(cells.find(([account]) => account === below.accountName)!.slice(2), ['部A/组B', '对外分享', '标签', '2']);
});

test('thousands of holders: the first two hundred are listed, all are counted and in the file, and none is read twice', async (context) => {
  const count = Number(process.env['ALCOVE_PREVIEWED'] ?? 5000);
  const root = await createDepartment(company.database, { name: '大部门', parentId: null });
  const employee = (await builtIn('employee')).roleId;
  await sql`insert into user_account (id, account_name, real_name, search_text, password_hash, department_id)
    select gen_random_uuid(), 'many_' || n, '员工' || n, 'yuangong' || lpad(n::text, 8, '0'), null, ${root} from generate_series(1, ${count}::int) n`.execute(
    company.database,
  );
  await sql`insert into user_role (user_id, role_id) select id, ${employee} from user_account where department_id = ${root}`.execute(
    company.database,
  );
  const [one] = (await people(1)) as [Person];
  await setGrants(company.database, [grant(await place(one), { kind: 'department', id: root }, 'observer')]);
  const items = [...defaultRoleItems.observer, 'comment' as const];
  const began = performance.now();
  const found = await admin.call(adminFileRole.preview, { role: 'observer', items });
  context.diagnostic(`${count} holders of a file role: ${Math.round(performance.now() - began)} ms`);
  assert.deepEqual([found.people, found.gain, found.lose, found.listed.length], [count, count, 0, limits.previewedPeople]);
  assert.equal(found.listed[199]!.name, '员工200');
  const holders = (await builtIn('employee')).people;
  const again = performance.now();
  const fewer = employeeItems.filter((item) => item !== 'copy');
  const lost = await admin.call(adminRole.preview, { roleId: employee, type: 'ordinary', adminItems: [], fileItems: fewer });
  context.diagnostic(`${holders} holders of a company role: ${Math.round(performance.now() - again)} ms`);
  assert.deepEqual([lost.lose, lost.items[0]!.people], [holders, holders]);
  const cells = await cellsOf(adminFileRole.exportPreview.path, { role: 'observer', items });
  assert.equal(new Set(cells.map(([account]) => account)).size, count + 1);
});
