/** What jobs and tasks end or remove leaves entries too, with the person who asked for it, or else the system. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import { endRequests } from '../access-requests/end-requests.ts';
import { openEndedSpaces } from '../departments/end-department.ts';
import { createDepartment } from '../departments/index.ts';
import { removeDissolved } from '../groups/index.ts';
import { imports, people } from '../people-sheets/people-sheets.test-support.ts';
import { purgeExpired } from '../recycle/leave-bin.ts';
import { adminPassword, openCompany, placingTasks } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';
import { freeOldVersions } from '../versions/free-old-versions.ts';
import { entriesOf } from './audit.test-support.ts';
import type { AuditRow } from './audit.test-support.ts';

let company: Company;
let admin: Client;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
});
after(() => company.close());

const by = ({ action, actor_kind: kind, actor_name: actor, object_name: name, result }: AuditRow) => [action, kind, actor, name, result];
const oneEntry = async (work: () => Promise<unknown>): Promise<unknown[]> => {
  const left = await entriesOf(company.database, work, 0);
  assert.equal(left.length, 1);
  return by(left[0]!);
};

test('what leaves the bin after 30 days', async () => {
  const { instanceId } = await person.folder('forgotten');
  await person.call(calls.instance.remove, { instanceIds: [instanceId] });
  await sql`update recycle set expires_at = now() - interval '1 minute' where instance_id = ${instanceId}`.execute(company.database);
  assert.deepEqual(await oneEntry(() => purgeExpired(company.database)), ['system.emptyBin', 'system', null, 'forgotten', 0]);
});

test('a group whose time is over', async () => {
  const { groupId } = await person.call(calls.group.createGroup, { groupName: 'Over', preallocatedSize: 2 ** 30 });
  await person.call(calls.group.dissolveGroup, { groupId });
  await sql`update group_space set dissolves_at = now() - interval '1 second' where space_id = ${groupId}`.execute(company.database);
  const left = await oneEntry(async () => {
    while ((await removeDissolved(company.database)) > 0);
  });
  assert.deepEqual(left, ['system.removeGroup', 'system', null, 'Over', 0]);
});

test('old versions', async () => {
  const { instanceId } = await person.uploads('1', 'versions.txt');
  for (const text of ['2', '3']) await person.uploads(text, 'versions.txt', person.rootId, 'version');
  const policy = { kept: 1, days: 180 };
  const [entry] = await entriesOf(company.database, () => freeOldVersions(company.database, policy), 0);
  assert.deepEqual([entry?.action, entry?.object_id, entry?.detail], ['system.freeVersions', instanceId, { versions: 2 }]);
});

test('a request for access that nobody answered', async () => {
  const { instanceId } = await person.folder('asked for');
  const asker = await company.person();
  const { requestId } = await asker.call(calls.access.request, { instanceId });
  await sql`update access_request set created_at = now() - interval '1 year' where id = ${requestId}`.execute(company.database);
  assert.deepEqual(await oneEntry(() => endRequests(company.database)), ['system.endAccessRequests', 'system', null, 'asked for', 0]);
});

test('the space of a former department that opens', async () => {
  const top = await company.database.transaction().execute((transaction) => createDepartment(transaction, { name: 'Top', parentId: null }));
  const below = await company.database
    .transaction()
    .execute((transaction) => createDepartment(transaction, { name: 'Closed', parentId: top }));
  await admin.call(calls.adminDepartment.end, { departmentId: below });
  await sql`update ended_department set ended_at = now() - interval '1 year' where id = ${below}`.execute(company.database);
  assert.deepEqual(await oneEntry(() => openEndedSpaces(company.database)), ['system.openEndedDepartment', 'system', null, 'Closed', 0]);
});

test('each account of an import, and each item of a move that became a task, by the person who asked', async () => {
  const imported = await entriesOf(company.database, () => imports(admin, people(3, 'imported')));
  const created = imported.filter(({ object_kind: kind }) => kind === 'person');
  assert.deepEqual(
    created.map(by).map((one) => one.slice(0, 4)),
    [0, 1, 2].map((n) => ['adminUser.importRun', 'person', 'admin', `imported_${n}`]),
  );
  const folder = await person.folder('large');
  await sql`insert into instance (id, space_id, parent_id, is_file, name, folded_name, creator_id, editor_id)
    select gen_random_uuid(), space_id, id, false, 'n' || n, 'n' || n, creator_id, creator_id from instance, generate_series(1, 1500) n
    where id = ${folder.instanceId}`.execute(company.database);
  const { groupId } = await person.call(calls.group.createGroup, { groupName: 'Target', preallocatedSize: 2 ** 30 });
  const left = await entriesOf(company.database, async () => {
    await person.call(calls.instance.move, { instanceIds: [folder.instanceId], targetParentId: groupId });
    while ((await placingTasks(person)).some(({ endTime }) => endTime === null)) await new Promise((next) => void setTimeout(next, 50));
  });
  assert.deepEqual(
    left.map((entry) => [entry.action, entry.person_id, entry.object_name, entry.trace_id === null, typeof entry.detail?.taskId]),
    [
      ['instance.move', person.userId, 'large', false, 'string'],
      ['instance.move', person.userId, 'large', true, 'undefined'],
    ],
  );
  assert.equal(left[1]!.actor_name, person.accountName);
});
