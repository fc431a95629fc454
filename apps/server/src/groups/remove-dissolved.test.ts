import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, limits } from '@alcove/contract';
import type { Group } from '@alcove/contract';
import { freshBytes, openCompany, refused, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { collectAbandoned } from '../upload/abort-upload.ts';
import { removeDissolved } from './index.ts';

const { group, notice } = calls;
const MB = 2 ** 20;
let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

let named = 0;
async function filled(leader: Person, member: Person): Promise<Group> {
  const one = await leader.call(group.createGroup, { groupName: `解散 ${(named += 1)}`, preallocatedSize: 4 * MB });
  const { groupId } = one;
  await leader.call(group.addMembers, { groupId, members: [{ kind: 'person', id: member.userId, level: 'edit' }] });
  return one;
}
const endNow = ({ groupId }: Group) =>
  sql`update group_space set dissolves_at = now() - interval '1 second' where space_id = ${groupId}`.execute(company.database);
const allottedOf = async (who: Person) => (await who.call(calls.user.queryUserCapacity, {})).groupCapacity;
const rowsOf = async ({ groupId }: Group) => {
  const { rows } = await sql<{
    rows: number;
  }>`select (select count(*) from instance where space_id = ${groupId}) + (select count(*) from space where id = ${groupId})
    + (select count(*) from group_space where space_id = ${groupId}) + (select count(*) from file_grant where source_id = ${groupId})
    + (select count(*) from upload where space_id = ${groupId}) + (select count(*) from recycle where space_id = ${groupId}) as rows`.execute(
    company.database,
  );
  return rows[0]!.rows;
};

test('a dissolved group is read on until its end, everyone knows, and its leader alone can cancel', async () => {
  const [leader, member] = [await company.person(), await company.person()];
  const one = await filled(leader, member);
  const { groupId } = one;
  const dissolved = await leader.call(group.dissolveGroup, { groupId });
  const days = (Date.parse(dissolved.dissolveTime!) - Date.now()) / 86_400_000;
  assert.ok(Math.abs(days - limits.groupGraceDays) < 0.01, `${days}`);
  assert.equal((await leader.call(group.dissolveGroup, { groupId })).dissolveTime, dissolved.dissolveTime, 'again changes nothing');
  assert.equal((await member.call(group.queryGroup, { groupId })).dissolveTime, dissolved.dissolveTime);
  await assert.rejects(leader.call(group.handover, { groupId, userId: member.userId }), refused('GROUP_DISSOLVING'));
  await assert.rejects(member.call(group.dissolveGroup, { groupId, cancel: true }), refused('GROUP_LEADER_ONLY'));
  assert.equal(await removeDissolved(company.database), 0, 'not before its end');
  assert.equal((await leader.call(group.dissolveGroup, { groupId, cancel: true })).dissolveTime, null);
  const kinds = (await member.call(notice.page, {})).items.map(({ kind }) => kind);
  assert.deepEqual(kinds.slice(0, 2), ['dissolutionCancelled', 'groupDissolved']);
});

test('after its end nobody sees a group, its leader has the room back once, and when the bin lets go of it, it goes in small steps', async () => {
  const [leader, member] = [await company.person({ quotaBytes: 10 * MB }), await company.person()];
  const one = await filled(leader, member);
  const { groupId, groupName } = one;
  const folder = await member.folder('A', groupId);
  const inner = await member.folder('B', folder.instanceId);
  const kept = freshBytes(2000);
  await leader.uploads(kept, 'kept.bin');
  await member.uploads(kept, 'kept.bin', inner.instanceId);
  const gone = await member.uploads(freshBytes(3000), 'gone.bin', inner.instanceId);
  await member.uploads(freshBytes(3000), 'gone.bin', inner.instanceId, 'version');
  const binned = await member.uploads(freshBytes(10), 'binned.bin', folder.instanceId);
  await member.call(calls.instance.remove, { instanceIds: [binned.instanceId] });
  const late = await Upload.begin(member, freshBytes(300_000), { name: 'late.bin', parentId: inner.instanceId });
  const small = await Upload.begin(member, freshBytes(4000), { name: 'small.bin', parentId: inner.instanceId });
  for (const upload of [late, small]) await upload.deliver();
  await leader.call(group.dissolveGroup, { groupId });
  await endNow(one);
  assert.equal(await removeDissolved(company.database, 2), 1);
  await assert.rejects(leader.call(group.dissolveGroup, { groupId, cancel: true }), refused('GROUP_NOT_FOUND'));
  await assert.rejects(member.call(calls.instance.page, { parentId: groupId }), refused('FILE_NOT_FOUND'));
  await assert.rejects(member.call(calls.download.download, { instanceId: gone.instanceId }), refused('FILE_NOT_FOUND'));
  await assert.rejects(late.save(), refused('UPLOAD_UNKNOWN'));
  await assert.rejects(small.save(), refused('FILE_NOT_FOUND'));
  assert.deepEqual((await member.call(group.page, { tab: 'group' })).items, []);
  assert.equal(await allottedOf(leader), 0);
  assert.equal(await removeDissolved(company.database, 2), 0, 'the administrators’ bin keeps it');
  await sql`update recycle set bin = 4, going_at = now() where instance_id = ${groupId}`.execute(company.database);
  // The name is free at once.
  await member.call(group.createGroup, { groupName, preallocatedSize: 1 });

  let steps = 0;
  for (; (await rowsOf(one)) > 0; steps += 1) {
    assert.ok(steps < 40, 'it ends');
    // Two processes work at the same time. Each step is safe to repeat.
    await Promise.all([removeDissolved(company.database, 2), removeDissolved(company.database, 2)]);
    await collectAbandoned(company);
    assert.equal(await allottedOf(leader), 0);
  }
  assert.ok(steps >= 2, `${steps} steps`);
  assert.equal(await removeDissolved(company.database), 0);
  assert.equal(
    (await leader.downloads((await leader.call(calls.instance.page, {})).items[0]!.instanceId)).equals(kept),
    true,
    'shared content stays',
  );
  const { rows } = await sql<{ size: number; needed: boolean }>`
    select size, bool_or(unneeded_since is null) as needed from blob where size in (2000, 3000) group by size order by size`.execute(
    company.database,
  );
  assert.deepEqual(rows, [
    { size: 2000, needed: true },
    { size: 3000, needed: false },
  ]);
});
