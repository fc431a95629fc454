import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls } from '@alcove/contract';
import type { Group } from '@alcove/contract';
import { openCompany, refused, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { add, allottedOf, capacity, codes, groupsOf, made, MB, outcome, peopleOf } from './groups.test-support.ts';

const { group } = calls;
let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());
const people = (count: number, quotaBytes: number | null = null) => peopleOf(company, count, quotaBytes);

test('a group takes its room from its leader, and is theirs to lead and nobody else sees it', async () => {
  const [leader, stranger] = await people(2, 10 * MB);
  const one = await made(leader!, 4 * MB);
  assert.deepEqual(
    [one.identity, one.level, one.memberCount, one.usedSize, one.preallocatedSize, one.dissolveTime],
    ['owner', 'manager', 1, 0, 4 * MB, null],
  );
  assert.deepEqual(await groupsOf(leader!, 'personal'), [one.groupName]);
  assert.deepEqual(await groupsOf(leader!, 'group'), []);
  assert.deepEqual([await groupsOf(stranger!, 'personal'), await groupsOf(stranger!, 'group')], [[], []]);
  const figures = async (who: Person) => {
    const { usedSize, usedCapacity, usedSelfCapacity, groupCapacity, usedGroupCapacity } = await capacity(who);
    return [usedSize, usedCapacity, usedSelfCapacity, groupCapacity, usedGroupCapacity];
  };
  assert.deepEqual(await figures(leader!), [4 * MB, 4 * MB, 0, 4 * MB, 0], 'what is set aside is taken, and not yet used');
  await leader!.uploads('x'.repeat(1000), 'a.txt', one.groupId);
  assert.deepEqual(await figures(leader!), [4 * MB, 4 * MB, 0, 4 * MB, 1000]);
  assert.deepEqual(await figures(stranger!), [0, 0, 0, 0, 0]);
  assert.equal((await leader!.call(group.queryGroup, { groupId: one.groupId })).usedSize, 1000);
});

test('room must be whole, positive and there; an exact fit is allowed', async () => {
  const [leader] = await people(1, 4 * MB);
  for (const size of [0, -1, 1.5]) await assert.rejects(made(leader!, size), refused('GROUP_SIZE_WRONG'));
  await assert.rejects(made(leader!, 4 * MB + 1), refused('GROUP_SIZE_BEYOND_OWN'));
  await made(leader!, 4 * MB);
  await assert.rejects(made(leader!, 1), refused('GROUP_SIZE_BEYOND_OWN'));
  assert.equal(await allottedOf(leader!), 4 * MB);
});

test('of many groups at once no more are made than there is room for', async () => {
  const [leader] = await people(1, 3 * MB);
  const answers = await Promise.all(Array.from({ length: 6 }, () => outcome(made(leader!, MB))));
  assert.deepEqual(answers.filter((code) => code === 0).length, 3);
  assert.equal(await allottedOf(leader!), 3 * MB);
});

test('a name is needed and is one of a kind in the whole company, however it is written', async () => {
  const [one, two] = await people(2);
  await assert.rejects(made(one!, MB, '   '), refused('NAME_EMPTY'));
  await assert.rejects(made(one!, MB, 'x'.repeat(51)), refused('NAME_TOO_LONG'));
  await made(one!, MB, 'Café 评审');
  for (const name of ['CAFÉ 评审', 'Cafe\u0301 评审', ' café 评审 '])
    await assert.rejects(made(two!, MB, name), refused('GROUP_NAME_TAKEN'));
  const race = await Promise.all([one!, two!].map((who) => outcome(made(who, MB, 'Race'))));
  assert.deepEqual(race.toSorted(), [0, ...codes('GROUP_NAME_TAKEN')]);
  assert.equal(await allottedOf(two!), race[1] === 0 ? MB : 0, 'what was refused took no room');
});

test('a group grows and shrinks with its leader, never below what is in it or on its way', async () => {
  const [leader, admin] = await people(2, 10 * MB);
  const { groupId, groupName } = await made(leader!, 2 * MB);
  await leader!.uploads(Buffer.alloc(MB), 'a.bin', groupId);
  const under = await Upload.begin(leader!, Buffer.alloc(MB / 2, 1), { name: 'b.bin', parentId: groupId });
  assert.ok(under);
  await assert.rejects(leader!.call(group.editGroup, { groupId, preallocatedSize: MB }), refused('GROUP_SIZE_BELOW_USE'));
  assert.equal((await leader!.call(group.editGroup, { groupId, preallocatedSize: 1.5 * MB })).preallocatedSize, 1.5 * MB);
  assert.equal(await allottedOf(leader!), 1.5 * MB);
  await assert.rejects(leader!.call(group.editGroup, { groupId, preallocatedSize: 11 * MB }), refused('GROUP_SIZE_BEYOND_OWN'));
  await leader!.call(group.editGroup, { groupId, preallocatedSize: 10 * MB });
  assert.equal(await allottedOf(leader!), 10 * MB);
  await add(leader!, { groupId } as Group, [admin!], 'manager');
  await assert.rejects(admin!.call(group.editGroup, { groupId, preallocatedSize: 5 * MB }), refused('GROUP_LEADER_ONLY'));
  const edited = await admin!.call(group.editGroup, { groupId, description: '说明', groupName: `${groupName}2` });
  assert.deepEqual([edited.description, edited.groupName, edited.preallocatedSize], ['说明', `${groupName}2`, 10 * MB]);
});

test('a group that is full takes no more, whatever its members have of their own', async () => {
  const [leader, member] = await people(2);
  const one = await made(leader!, MB);
  await add(leader!, one, [member!]);
  await member!.uploads(Buffer.alloc(MB, 3), 'full.bin', one.groupId);
  await assert.rejects(member!.uploads(Buffer.alloc(1), 'more.bin', one.groupId));
});
