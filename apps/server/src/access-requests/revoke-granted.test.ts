import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { calls, defaultRoleItems, levelHeld } from '@alcove/contract';
import type { AccessLevel } from '@alcove/contract';
import { migrate, readMigrations } from '../database/migrate.ts';
import { openTestDatabase } from '../database/testing.ts';
import { createDepartment, setManagers } from '../departments/index.ts';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { notifyAnswerers } from './notify-answerers.ts';

const { access, explain, group, innerSharing, instance } = calls;
let company: Company;
let [leader, asker, member, second]: Person[] = [];
before(async () => {
  company = await openCompany();
});
after(() => company.close());
beforeEach(async () => {
  [leader, asker, member, second] = await Promise.all(Array.from({ length: 4 }, () => company.person()));
});

const named = ({ userId }: Person) => ({ kind: 'person' as const, id: userId });
async function grantedBy(by: Person, to: Person, instanceId: string, level: AccessLevel): Promise<void> {
  const item = level === 'edit' ? 'upload' : 'list';
  const { requestId } = await to.call(access.request, { instanceId, item });
  await by.call(access.answer, { requestId, level });
}
async function holds(who: Person, instanceId: string): Promise<string | null> {
  const reply = await who.ask<{ fileAuth: never[] }>(instance.queryInstanceDetail, { instanceId });
  return reply.errcode === 0 ? levelHeld(defaultRoleItems, reply.data!.fileAuth) : null;
}
const listed = async (by: Person, instanceId: string): Promise<string[]> =>
  (await by.call(explain.queryAccess, { instanceId, pageSize: 100 })).items.map(({ subject }) => subject.id);

test('what an owner gave on request is a share of theirs: it is listed, changed and taken back like any other', async () => {
  const folder = (await leader!.folder('F')).instanceId;
  await grantedBy(leader!, asker!, folder, 'edit');
  assert.equal(await holds(asker!, folder), 'edit');
  const [mine] = (await leader!.call(innerSharing.page, { side: 'initiated' })).items;
  assert.equal(mine?.instance.instanceId, folder);
  assert.deepEqual(
    (await asker!.call(innerSharing.page, { side: 'received' })).items.map((one) => one.fileSharingId),
    [mine!.fileSharingId],
  );
  await leader!.call(innerSharing.create, { instanceId: folder, members: [{ ...named(asker!), role: 'viewOnly' }] });
  assert.equal(await holds(asker!, folder), 'viewOnly');
  await leader!.call(innerSharing.remove, { instanceId: folder, members: [named(asker!)] });
  assert.equal(await holds(asker!, folder), null);
  // Recipients can also leave the share.
  await grantedBy(leader!, asker!, folder, 'viewOnly');
  await asker!.call(innerSharing.leaveInnerSharing, { instanceId: folder });
  assert.equal(await holds(asker!, folder), null);
  assert.deepEqual(await listed(leader!, folder), [leader!.userId]);
});

test('an answer to who has the share already raises their part, and never lowers it', async () => {
  const folder = (await leader!.folder('F')).instanceId;
  await leader!.call(innerSharing.create, { instanceId: folder, members: [{ ...named(asker!), role: 'download' }] });
  const ask = async (level: AccessLevel) => {
    const { requestId } = await asker!.call(access.request, { instanceId: folder, item: 'upload' });
    await leader!.call(access.answer, { requestId, level });
  };
  await ask('viewOnly');
  assert.equal(await holds(asker!, folder), 'download');
  await ask('edit');
  assert.equal(await holds(asker!, folder), 'edit');
  assert.equal((await leader!.call(innerSharing.page, { side: 'initiated' })).total, 1);
});

test('a whole personal space is given to nobody on request', async () => {
  const { requestId } = await asker!.call(access.request, { instanceId: leader!.rootId });
  assert.deepEqual((await leader!.call(access.detail, { requestId })).levels, []);
  await assert.rejects(leader!.call(access.answer, { requestId, level: 'viewOnly' }), refused('ACCESS_LEVEL_TOO_HIGH'));
});

const made = async () => leader!.call(group.createGroup, { groupName: `G ${randomUUID().slice(0, 8)}`, preallocatedSize: 2 ** 20 });

test('a stranger who is granted a whole group is a member like any other, and can be removed', async () => {
  const { groupId } = await made();
  await grantedBy(leader!, asker!, groupId, 'edit');
  const members = (await leader!.call(group.queryMembers, { groupId })).items;
  assert.deepEqual(
    members.map((one) => [one.id, one.level]),
    [
      [leader!.userId, 'manager'],
      [asker!.userId, 'edit'],
    ],
  );
  assert.equal(await holds(asker!, groupId), 'edit');
  assert.deepEqual(await leader!.call(group.removeMembers, { groupId, members: [named(asker!)] }), { removed: 1 });
  assert.equal(await holds(asker!, groupId), null);
});

test('a stranger who is granted a file inside a group gets it, and nothing around it, until it is taken back', async () => {
  const { groupId } = await made();
  await leader!.call(group.addMembers, {
    groupId,
    members: [
      { ...named(second!), level: 'manager' },
      { ...named(member!), level: 'viewOnly' },
    ],
  });
  const folder = (await leader!.folder('合同', groupId)).instanceId;
  await leader!.folder('旁边', groupId);
  const { requestId } = await asker!.call(access.request, { instanceId: folder });
  assert.deepEqual((await second!.call(access.detail, { requestId })).levels, ['viewOnly', 'download', 'edit'], 'links are for members');
  await second!.call(access.answer, { requestId, level: 'download' });
  assert.equal(await holds(asker!, folder), 'download');
  assert.equal(await holds(asker!, groupId), null);
  const notice = (await asker!.call(calls.notice.page, {})).items.find((one) => one.kind === 'accessAnswered');
  assert.ok(notice?.kind === 'accessAnswered' && notice.data.granted, 'the asker is told the truth');
  assert.ok((await listed(leader!, folder)).includes(asker!.userId));
  const told2 = await leader!.call(instance.queryInstanceDetail, { instanceId: folder, explain: asker!.userId });
  assert.deepEqual(
    told2.explanation?.reasons.map(({ kind }) => kind),
    ['share'],
  );
  // The leader revokes what another manager granted.
  await leader!.call(innerSharing.remove, { instanceId: folder, members: [named(asker!)] });
  assert.equal(await holds(asker!, folder), null);
  assert.ok(!(await listed(leader!, folder)).includes(asker!.userId));
  // A member who asks for more gets a permission on the item, which is revoked in the item's permissions.
  await grantedBy(second!, member!, folder, 'edit');
  assert.equal(await holds(member!, folder), 'edit');
  await leader!.call(calls.privilege.remove, { instanceId: folder, subject: named(member!) });
  assert.equal(await holds(member!, folder), 'viewOnly');
});

test('nobody comes into a group that is being dissolved by an answer', async () => {
  const { groupId } = await made();
  const { requestId } = await asker!.call(access.request, { instanceId: groupId });
  await leader!.call(group.dissolveGroup, { groupId });
  await assert.rejects(leader!.call(access.answer, { requestId, level: 'edit' }), refused('GROUP_DISSOLVING'));
  await leader!.call(access.answer, { requestId, level: null });
});

test('who manages a group or a folder of a department through a department is asked, and may answer', async () => {
  const id = await createDepartment(company.database, { name: `部_${randomUUID().slice(0, 8)}`, parentId: null });
  await company.database.updateTable('user_account').set({ department_id: id }).where('id', '=', member!.userId).execute();
  const { groupId } = await made();
  await leader!.call(group.addMembers, { groupId, members: [{ kind: 'department', id, level: 'manager' }] });
  const { requestId } = await asker!.call(access.request, { instanceId: groupId });
  await notifyAnswerers(company.database);
  await sql`select from access_request for update`.execute(company.database);
  const todo = (await member!.call(calls.notice.page, { filter: 'todo' })).items;
  assert.deepEqual(
    todo.map((one) => one.kind),
    ['accessRequested'],
  );
  await member!.call(access.answer, { requestId, level: 'viewOnly' });
  assert.equal(await holds(asker!, groupId), 'viewOnly');
});

test('two managers of a department: what one gave on request the other takes back', async () => {
  const id = await createDepartment(company.database, { name: `部_${randomUUID().slice(0, 8)}`, parentId: null });
  await setManagers(
    company.database,
    { departmentId: id, userIds: [leader!.userId, second!.userId] },
    { userId: leader!.userId, realName: '' },
  );
  const row = await company.database
    .selectFrom('department as d')
    .innerJoin('space as s', 's.id', 'd.space_id')
    .select('s.root_id')
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow();
  const folder = (await leader!.folder('薪酬', row.root_id)).instanceId;
  for (const instanceId of [folder, row.root_id]) {
    await grantedBy(leader!, asker!, instanceId, 'edit');
    assert.equal(await holds(asker!, instanceId), 'edit');
    await second!.call(calls.privilege.remove, { instanceId, subject: named(asker!) });
    assert.equal(await holds(asker!, instanceId), null);
  }
});

test('what requests of an older release gave can be taken back after the migration', async () => {
  const fresh = await openTestDatabase({ migrated: false });
  try {
    const { kysely } = fresh;
    const all = await readMigrations();
    await migrate(
      kysely,
      all.filter(({ name }) => name < '0055'),
    );
    const [owner, reader] = [randomUUID(), randomUUID()];
    for (const id of [owner, reader])
      await sql`insert into user_account (id, account_name, real_name, search_text) values (${id}, ${`a_${id.slice(0, 8)}`}, 'X', '')`.execute(
        kysely,
      );
    const space = async (kind: number) => {
      const id = randomUUID();
      await kysely.transaction().execute(async (transaction) => {
        await sql`set constraints space_root deferred`.execute(transaction);
        await sql`insert into space (id, kind, owner_id, root_id) values (${id}, ${kind}, ${owner}, ${id})`.execute(transaction);
        await sql`insert into instance (id, space_id, is_file, name, folded_name, creator_id, editor_id, size)
          values (${id}, ${id}, false, '', '', ${owner}, ${owner}, 0)`.execute(transaction);
      });
      return id;
    };
    const [personal, team] = [await space(1), await space(2)];
    const folder = randomUUID();
    await sql`insert into instance (id, space_id, parent_id, is_file, name, folded_name, creator_id, editor_id, size)
      values (${folder}, ${personal}, ${personal}, false, 'F', 'f', ${owner}, ${owner}, 0)`.execute(kysely);
    const grant = (instanceId: string, role: string) =>
      sql`
      insert into file_grant (id, instance_id, subject_kind, subject_id, role, source_kind, source_id, grantor_id)
      values (${randomUUID()}, ${instanceId}, 'person', ${reader}, ${role}, 'share', ${randomUUID()}, ${owner})`.execute(kysely);
    await grant(folder, 'viewer');
    await grant(folder, 'editor');
    await grant(team, 'downloader');
    await migrate(kysely, all);
    const { rows } = await sql<{ instance_id: string; role: string; source_kind: string; known: boolean }>`
      select instance_id, role, source_kind, exists (select from share s where s.id = g.source_id and s.initiator_id = ${owner}) as known
      from file_grant g where subject_id = ${reader} order by source_kind`.execute(kysely);
    assert.deepEqual(rows, [
      { instance_id: team, role: 'downloader', source_kind: 'group', known: false },
      { instance_id: folder, role: 'editor', source_kind: 'share', known: true },
    ]);
  } finally {
    await fresh.stop();
  }
});
