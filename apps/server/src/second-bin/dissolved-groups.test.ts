/** A dissolved group in the administrators' bin: it comes back whole, or goes for good. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { Group, SecondBinItem } from '@alcove/contract';
import { removeDissolved } from '../groups/index.ts';
import { checkData } from '../integrity-check/index.ts';
import { freshBytes, refused } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';
import { SecondBin } from './second-bin.test-support.ts';

const { adminRecycle, group, instance, notice } = calls;
const MB = 2 ** 20;
let bin: SecondBin;
let company: Company;
let admin: Client;
before(async () => {
  bin = await SecondBin.open();
  ({ company, admin } = bin);
});
after(() => bin.company.close());

const allotted = async (who: Person): Promise<number> => (await who.call(calls.user.queryUserCapacity, {})).groupCapacity;
const restore = async (recycleId: string, targetParentId?: string) => (await bin.restore([recycleId], targetParentId))[0];

interface Dissolved {
  leader: Person;
  member: Person;
  one: Group;
  entry: SecondBinItem;
  fileId: string;
}

/** A group with a file of 1,000 bytes that a member uploaded, whose grace period is over. */
async function dissolved(groupName: string): Promise<Dissolved> {
  const [leader, member] = [await company.person({ quotaBytes: 10 * MB }), await company.person()];
  const one = await leader.call(group.createGroup, { groupName, preallocatedSize: 4 * MB });
  await leader.call(group.addMembers, { groupId: one.groupId, members: [{ kind: 'person', id: member.userId, level: 'edit' }] });
  const folder = await member.folder('plans', one.groupId);
  const file = await member.uploads(freshBytes(1000), 'plan.txt', folder.instanceId);
  await leader.call(group.dissolveGroup, { groupId: one.groupId });
  await sql`update group_space set dissolves_at = now() - interval '1 second' where space_id = ${one.groupId}`.execute(company.database);
  while ((await bin.find(groupName)).length === 0) await removeDissolved(company.database);
  const [entry] = await bin.find(groupName);
  return { leader, member, one, entry: entry!, fileId: file.instanceId };
}

test('a dissolved group is one entry, uses nobody’s storage, and comes back once with all it had', async () => {
  const { leader, member, one, entry, fileId } = await dissolved('回来 小组');
  assert.deepEqual(
    [entry.instanceName, entry.spaceName, entry.wholeGroup, entry.placeGone, entry.fileSize, entry.files, entry.originalPath],
    ['回来 小组', '回来 小组', true, false, 1000, 1, []],
  );
  assert.equal(entry.deletedBy.userId, leader.userId);
  assert.equal(await allotted(leader), 0);
  await assert.rejects(member.looksAt(fileId), refused('FILE_NOT_FOUND'));
  assert.deepEqual(await checkData(company.database), []);
  // Its name is free, and the job does not touch what the bin keeps.
  await member.call(group.createGroup, { groupName: '回来 小组', preallocatedSize: 1 });
  assert.equal(await removeDissolved(company.database), 0);
  assert.equal(await restore(entry.recycleId, leader.rootId), 103004);
  assert.deepEqual((await Promise.all([restore(entry.recycleId), restore(entry.recycleId)])).sort(), [90000, 'done']);
  assert.equal(await allotted(leader), 4 * MB);
  const back = await leader.call(group.queryGroup, { groupId: one.groupId });
  assert.deepEqual([back.groupName, back.dissolveTime, back.usedSize], ['回来 小组 (1)', null, 1000]);
  await member.looksAt(fileId);
  assert.equal((await member.call(notice.page, {})).items[0]?.kind, 'dissolutionCancelled');
  await member.uploads('more', 'more.txt', one.groupId);
  assert.deepEqual(await bin.find('回来'), []);
  assert.equal(await removeDissolved(company.database), 0);
  assert.deepEqual(await checkData(company.database), []);
});

test('it does not come back without room', async () => {
  const { leader, entry } = await dissolved('no room');
  await leader.call(group.createGroup, { groupName: 'instead', preallocatedSize: 8 * MB });
  assert.equal(await restore(entry.recycleId), 110001);
  assert.equal((await bin.find('no room')).length, 1);
});

test('if its leader has left, another one is named, who is charged, may sign in, and has the room', async () => {
  const other = await dissolved('left behind');
  await admin.call(calls.adminUser.freeze, { userIds: [other.leader.userId] });
  await admin.call(calls.adminUser.offboard, { userId: other.leader.userId, successors: { space: null, shares: other.member.userId } });
  assert.deepEqual(
    (await bin.find('left behind')).map(({ leaderLeft }) => leaderLeft),
    [true],
  );
  const named = async (leaderId?: string) => {
    const [outcome] = await admin.call(adminRecycle.restore, { recycleIds: [other.entry.recycleId], ...(leaderId && { leaderId }) });
    return outcome!.done ? 'done' : [outcome!.errcode, outcome!.errmsg];
  };
  const [frozen, poor, heir] = [
    await company.person(),
    await company.person({ quotaBytes: MB }),
    await company.person({ quotaBytes: 10 * MB }),
  ];
  await admin.call(calls.adminUser.freeze, { userIds: [frozen.userId] });
  const nameOf = ({ accountName }: Person): string => `Name of ${accountName}`;
  assert.deepEqual(await named(), [180030, `The group’s owner, ${nameOf(other.leader)}, has left. Choose a new owner.`]);
  const refusals = [await named(frozen.userId), await named(other.leader.userId), await named(poor.userId)];
  assert.deepEqual(
    refusals.map(([code, text]) => [code, [frozen, other.leader, poor].findIndex((one) => String(text).includes(nameOf(one)))]),
    [
      [180031, 0],
      [180031, 1],
      [180032, 2],
    ],
  );
  assert.deepEqual((await Promise.all([named(heir.userId), named(heir.userId)])).map((one) => one === 'done').sort(), [false, true]);
  assert.deepEqual([await allotted(heir), await allotted(poor)], [4 * MB, 0]);
  await heir.looksAt(other.fileId);
  await other.member.looksAt(other.fileId);
  const back = await heir.call(group.queryGroup, { groupId: other.one.groupId });
  assert.deepEqual([back.groupName, back.dissolveTime, back.usedSize], ['left behind', null, 1000]);
  assert.deepEqual(await checkData(company.database), []);
  // One whose leader is still there stays with that leader.
  const third = await dissolved('stays with its leader');
  const [outcome] = await admin.call(adminRecycle.restore, { recycleIds: [third.entry.recycleId], leaderId: heir.userId });
  assert.deepEqual([outcome!.done, await allotted(third.leader), await allotted(heir)], [true, 4 * MB, 4 * MB]);
});

test('marked, it can be kept until its time; then it goes in small steps, whoever is killed between them', async () => {
  const { leader, member, one, entry, fileId } = await dissolved('gone for good');
  const { recycleId } = entry;
  const binned = await bin.find('plan.txt');
  assert.deepEqual(binned, [], 'what is in the group has no entry of its own');
  await admin.call(adminRecycle.remove, { recycleIds: [recycleId] });
  await admin.call(adminRecycle.keep, { recycleIds: [recycleId] });
  await bin.due([recycleId]);
  await bin.empties();
  assert.equal((await bin.find('gone for good')).length, 1);
  await admin.call(adminRecycle.remove, { recycleIds: [recycleId] });
  assert.equal(await removeDissolved(company.database), 0, 'not before its time');
  await bin.due([recycleId]);
  await bin.empties();
  assert.deepEqual(await bin.find('gone for good'), []);
  assert.equal(await restore(recycleId), 90000);
  const left = async (): Promise<number> =>
    (
      await sql<{
        n: number;
      }>`select (select count(*) from instance where space_id = ${one.groupId}) + (select count(*) from space where id = ${one.groupId})
        + (select count(*) from group_space where space_id = ${one.groupId}) + (select count(*) from recycle where space_id = ${one.groupId}) as n`.execute(
        company.database,
      )
    ).rows[0]!.n;
  let steps = 0;
  for (; (await left()) > 0; steps += 1) {
    assert.ok(steps < 30, 'it ends');
    await Promise.all([removeDissolved(company.database, 1), removeDissolved(company.database, 1), bin.empties(1)]);
    assert.equal(await allotted(leader), 0, 'the leader has the room back once');
  }
  assert.ok(steps >= 2, `${steps} steps`);
  await assert.rejects(member.call(instance.queryInstanceDetail, { instanceId: fileId }), refused('FILE_NOT_FOUND'));
  assert.deepEqual(await checkData(company.database), []);
});
