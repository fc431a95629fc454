import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, failures } from '@alcove/contract';
import type { Call, FailureCode, Group, GroupLevel } from '@alcove/contract';
import { createDepartment } from '../departments/index.ts';
import { openCompany, refused, Upload } from '../testing/index.ts';
import { Listener } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

const { group, privilege, instance, notice } = calls;
const MB = 2 ** 20;
let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

let named = 0;
const people = (count: number, quotaBytes: number | null = null) =>
  Promise.all(Array.from({ length: count }, () => company.person({ quotaBytes })));
const made = (leader: Person, preallocatedSize = MB, groupName = `群组 ${(named += 1)}`): Promise<Group> =>
  leader.call(group.createGroup, { groupName, preallocatedSize });
const person = ({ userId }: Person) => ({ kind: 'person', id: userId }) as const;
const add = (by: Person, { groupId }: Group, who: readonly Person[], level: GroupLevel = 'edit') =>
  by.call(group.addMembers, { groupId, members: who.map((one) => ({ ...person(one), level })) });
const members = async (by: Person, { groupId }: Group, keyword?: string) =>
  (await by.call(group.queryMembers, { groupId, ...(keyword !== undefined && { keyword }) })).items;
const groupsOf = async (who: Person, tab: 'personal' | 'group') =>
  (await who.call(group.page, { tab, pageSize: 100 })).items.map((one) => one.groupName);
const capacity = (who: Person) => who.call(calls.user.queryUserCapacity, {});
const kinds = async (who: Person) => (await who.call(notice.page, { pageSize: 100 })).items.map((one) => one.kind);
const allottedOf = async (who: Person) => (await capacity(who)).usedGroupCapacity;
async function department(name: string, parentId: string | null, staff: readonly Person[]): Promise<string> {
  const id = await createDepartment(company.database, { name, parentId });
  for (const { userId } of staff)
    await company.database.updateTable('user_account').set({ department_id: id }).where('id', '=', userId).execute();
  return id;
}
const outcome = async (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 0,
    (error: { reply?: { errcode: number } }) => error.reply?.errcode ?? -1,
  );
const codes = (...names: FailureCode[]): number[] => names.map((code) => failures[code].errcode);

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
  const { usedCapacity, usedGroupCapacity, usedSelfCapacity } = await capacity(leader!);
  assert.deepEqual([usedCapacity, usedGroupCapacity, usedSelfCapacity], [4 * MB, 4 * MB, 0]);
  await leader!.uploads('x'.repeat(1000), 'a.txt', one.groupId);
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

test('the five levels allow what the table says', async () => {
  const [leader, ...others] = await people(6);
  const one = await made(leader!);
  const file = await leader!.uploads('content', 'a.txt', one.groupId);
  const levels: GroupLevel[] = ['viewOnly', 'download', 'edit', 'externalSharing', 'manager'];
  for (const [n, level] of levels.entries()) {
    const member = others[n]!;
    await add(leader!, one, [member], level);
    const auth = (await member.call(instance.queryInstanceDetail, { instanceId: file.instanceId })).fileAuth;
    assert.equal(auth.includes('preview'), true, level);
    assert.equal(auth.includes('download'), n >= 1, level);
    assert.equal(auth.includes('upload'), n >= 2, level);
    assert.equal(auth.includes('share'), n >= 3, level);
    assert.equal(auth.includes('personnelManagement'), n >= 4, level);
    const [download, upload] = [
      await member.ask(calls.download.download, { instanceId: file.instanceId }),
      await outcome(member.uploads('x', `${level}.txt`, one.groupId)),
    ];
    assert.deepEqual([download.errcode === 0, upload === 0], [n >= 1, n >= 2], level);
  }
  const rows = await members(others[0]!, one);
  assert.deepEqual(
    rows.map((row) => row.identity),
    ['owner', 'administrator', 'member', 'member', 'member', 'member'],
  );
  assert.deepEqual(
    rows.map((row) => row.level),
    ['manager', 'manager', 'viewOnly', 'download', 'edit', 'externalSharing'],
  );
});

test('a department is one row with its count, and everyone in it and below is a member, each counted once', async () => {
  const [leader, above, below, both] = await people(4);
  const top = await department('市场中心', null, [above!, both!]);
  await department('市场一组', top, [below!]);
  const one = await made(leader!);
  await leader!.call(group.addMembers, {
    groupId: one.groupId,
    members: [
      { kind: 'department', id: top, level: 'download' },
      { ...person(both!), level: 'edit' },
    ],
  });
  const row = (await members(leader!, one, '市场')).find(({ kind }) => kind === 'department');
  assert.deepEqual([row?.name, row?.people, row?.level, row?.departmentPath], ['市场中心', 3, 'download', []]);
  assert.equal((await leader!.call(group.queryGroup, { groupId: one.groupId })).memberCount, 4);
  assert.deepEqual(await groupsOf(below!, 'group'), [one.groupName]);
  const [mine] = (await below!.call(group.page, { tab: 'group' })).items;
  assert.deepEqual([mine?.level, mine?.byDepartment], ['download', true]);
  const [own] = (await both!.call(group.page, { tab: 'group' })).items;
  assert.deepEqual([own?.level, own?.byDepartment], ['edit', false], 'named oneself beats the department');
  assert.ok((await kinds(below!)).includes('memberAdded'));

  await assert.rejects(below!.call(group.leave, { groupId: one.groupId }), refused('GROUP_BY_DEPARTMENT'));
  await both!.call(group.leave, { groupId: one.groupId });
  assert.equal((await both!.call(group.queryGroup, { groupId: one.groupId })).level, 'download');
  await leader!.call(group.removeMembers, { groupId: one.groupId, members: [{ kind: 'department', id: top }] });
  assert.deepEqual(await groupsOf(below!, 'group'), []);
  assert.ok((await kinds(below!)).includes('memberRemoved'));
});

test('members are found by name and pinyin and come in pages, the leader first', async () => {
  const [leader, ...others] = await people(24);
  const one = await made(leader!);
  await add(leader!, one, others);
  const first = await leader!.call(group.queryMembers, { groupId: one.groupId });
  const second = await leader!.call(group.queryMembers, { groupId: one.groupId, page: 2 });
  assert.deepEqual([first.total, first.items.length, second.items.length], [24, 20, 4]);
  assert.equal(first.items[0]?.id, leader!.userId);
  assert.equal(new Set([...first.items, ...second.items].map(({ id }) => id)).size, 24);
  assert.deepEqual(
    (await members(leader!, one, others[7]!.accountName)).map(({ id }) => id),
    [others[7]!.userId],
  );
  assert.deepEqual(await members(leader!, one, '100%'), []);
});

test('an administrator manages members but never the leader; an ordinary member manages nobody', async () => {
  const [leader, admin, second, member, outsider] = await people(5);
  const one = await made(leader!);
  const { groupId } = one;
  await add(leader!, one, [admin!], 'manager');
  assert.deepEqual(await add(admin!, one, [second!], 'manager'), { added: 1 });
  assert.deepEqual(await add(admin!, one, [member!], 'download'), { added: 1 });
  assert.deepEqual(await add(admin!, one, [member!], 'download'), { added: 0 });
  const withLeader = admin!.call(group.removeMembers, { groupId, members: [person(member!), person(leader!)] });
  await assert.rejects(withLeader, refused('GROUP_LEADER_STAYS'));
  const demoted = admin!.call(privilege.updateMemberRole, { groupId, subject: person(leader!), role: 'viewOnly' });
  await assert.rejects(demoted, refused('GROUP_LEADER_STAYS'));
  await add(admin!, one, [leader!], 'viewOnly');
  assert.equal((await members(leader!, one))[0]?.identity, 'owner');
  assert.equal((await members(leader!, one)).length, 4, 'nothing of it changed');
  for (const refusedTo of [admin!, second!]) {
    await assert.rejects(refusedTo.call(group.dissolveGroup, { groupId }), refused('GROUP_LEADER_ONLY'));
    await assert.rejects(refusedTo.call(group.handover, { groupId, userId: member!.userId }), refused('GROUP_LEADER_ONLY'));
  }
  await assert.rejects(add(member!, one, [outsider!], 'viewOnly'), refused('NOT_ALLOWED'));
  await assert.rejects(member!.call(group.editGroup, { groupId, groupName: 'mine now' }), refused('NOT_ALLOWED'));
  await assert.rejects(
    member!.call(privilege.updateMemberRole, { groupId, subject: person(member!), role: 'manager' }),
    refused('NOT_ALLOWED'),
  );
  await admin!.call(privilege.updateMemberRole, { groupId, subject: person(second!), role: 'viewOnly' });
  await assert.rejects(second!.call(group.removeMembers, { groupId, members: [person(member!)] }), refused('NOT_ALLOWED'));
  await assert.rejects(
    admin!.call(privilege.updateMemberRole, { groupId, subject: person(outsider!), role: 'edit' }),
    refused('GROUP_NOT_MEMBER'),
  );
  await assert.rejects(add(admin!, one, [{ userId: randomUUID() } as Person]), refused('PERSON_NOT_FOUND'));
  assert.deepEqual(await admin!.call(group.removeMembers, { groupId, members: [person(second!), person(member!), person(outsider!)] }), {
    removed: 2,
  });
});

test('to whom is no member every call answers as if there were no group', async () => {
  const [leader, member, outsider] = await people(3);
  const one = await made(leader!, MB, '秘密 7Q');
  await add(leader!, one, [member!]);
  const file = await leader!.uploads('secret', 'secret-7Q.txt', one.groupId);
  const { groupId } = one;
  const { instanceId } = file;
  const subject = person(outsider!);
  const asked: [Call, object, FailureCode][] = [
    [group.queryGroup, { groupId }, 'GROUP_NOT_FOUND'],
    [group.editGroup, { groupId, description: 'x' }, 'GROUP_NOT_FOUND'],
    [group.leave, { groupId }, 'GROUP_NOT_FOUND'],
    [group.handover, { groupId, userId: outsider!.userId }, 'GROUP_NOT_FOUND'],
    [group.queryHandover, { groupId }, 'GROUP_NOT_FOUND'],
    [group.accept, { groupId, accept: true }, 'GROUP_NOT_FOUND'],
    [group.dissolveGroup, { groupId }, 'GROUP_NOT_FOUND'],
    [group.queryMembers, { groupId }, 'GROUP_NOT_FOUND'],
    [group.addMembers, { groupId, members: [{ ...subject, level: 'manager' }] }, 'GROUP_NOT_FOUND'],
    [group.removeMembers, { groupId, members: [person(member!)] }, 'GROUP_NOT_FOUND'],
    [privilege.updateMemberRole, { groupId, subject, role: 'manager' }, 'GROUP_NOT_FOUND'],
    [privilege.queryPrivilegeList, { instanceId }, 'FILE_NOT_FOUND'],
    [privilege.updateUserRole, { instanceId, subject, role: 'manager' }, 'FILE_NOT_FOUND'],
    [privilege.remove, { instanceId, subject }, 'FILE_NOT_FOUND'],
    [instance.page, { parentId: groupId }, 'FILE_NOT_FOUND'],
    [instance.createFolder, { parentId: groupId, instanceName: 'n' }, 'FILE_NOT_FOUND'],
    [calls.download.download, { instanceId }, 'FILE_NOT_FOUND'],
  ];
  for (const [call, fields, code] of asked) {
    const reply = await outsider!.ask(call, fields);
    assert.equal(reply.errcode, failures[code].errcode, call.name);
    assert.doesNotMatch(JSON.stringify(reply), /7Q/, call.name);
  }
  assert.deepEqual((await members(leader!, one)).length, 2);
  // Neither a personal top folder nor a folder inside the group is a group.
  const folder = await leader!.folder('inner', groupId);
  for (const id of [leader!.rootId, folder.instanceId])
    for (const call of [group.queryGroup, group.queryMembers, group.leave, group.dissolveGroup])
      assert.equal((await leader!.ask(call, { groupId: id })).errcode, failures.GROUP_NOT_FOUND.errcode, call.name);
});

test('who is removed loses it at once: lists, downloads and the upload under way, whose room is free again', async () => {
  const [leader, member] = await people(2);
  const one = await made(leader!);
  await add(leader!, one, [member!]);
  const file = await member!.uploads('mine', 'mine.txt', one.groupId);
  const folder = await member!.folder('F', one.groupId);
  const content = Buffer.alloc(5000, 9);
  const upload = await Upload.begin(member!, content, { name: 'late.bin', parentId: folder.instanceId });
  await upload.deliver();
  const reserved = async () =>
    (await company.database.selectFrom('space').select('reserved_bytes').where('id', '=', one.groupId).executeTakeFirstOrThrow())
      .reserved_bytes;
  assert.equal(await reserved(), 5000);
  const listener = await Listener.of(member!);
  await leader!.call(group.removeMembers, { groupId: one.groupId, members: [person(member!)] });
  await listener.until(({ heard }) => heard.some(({ event }) => event === 'spacesChanged'));
  listener.leave();
  assert.ok((await outcome(upload.save())) !== 0);
  assert.equal(await reserved(), 0);
  assert.deepEqual(await leader!.names(folder.instanceId), []);
  for (const call of [instance.page, instance.createFolder])
    await assert.rejects(
      member!.call(call as typeof instance.page, { parentId: one.groupId, ...(call === instance.createFolder && { instanceName: 'x' }) }),
      refused('FILE_NOT_FOUND'),
    );
  await assert.rejects(member!.call(calls.download.download, { instanceId: file.instanceId }), refused('FILE_NOT_FOUND'));
  assert.deepEqual(
    (await member!.call(instance.remove, { instanceIds: [file.instanceId] })).map(({ done }) => done),
    [false],
  );
});

test('a lower level acts at once, whatever the page still believes', async () => {
  const [leader, member] = await people(2);
  const one = await made(leader!);
  await add(leader!, one, [member!]);
  const file = await member!.uploads('mine', 'mine.txt', one.groupId);
  assert.ok(file.fileAuth.includes('delete'));
  const upload = await Upload.begin(member!, Buffer.alloc(100, 4), { name: 'late.bin', parentId: one.groupId });
  await upload.deliver();
  await leader!.call(privilege.updateMemberRole, { groupId: one.groupId, subject: person(member!), role: 'viewOnly' });
  await assert.rejects(upload.save(), refused('NOT_ALLOWED'));
  await assert.rejects(member!.call(calls.download.download, { instanceId: file.instanceId }), refused('NOT_ALLOWED'));
  assert.deepEqual(
    (await member!.call(instance.remove, { instanceIds: [file.instanceId] })).map(({ done }) => done),
    [false],
  );
});

test('on a folder a member has another level or none, until it is taken back; the way to it is told', async () => {
  const [leader, member, boss] = await people(3);
  const one = await made(leader!);
  await add(leader!, one, [member!], 'download');
  const folder = await leader!.folder('合同', one.groupId);
  const inner = await leader!.folder('2026', folder.instanceId);
  const file = await leader!.uploads('x', 'x.txt', inner.instanceId);
  const give = (role: GroupLevel | 'forbidden', instanceId = folder.instanceId) =>
    leader!.call(privilege.updateUserRole, { instanceId, subject: person(member!), role });
  await give('edit');
  await member!.uploads('new', 'new.txt', inner.instanceId);
  await assert.rejects(member!.uploads('new', 'new.txt', one.groupId));
  await give('forbidden');
  assert.deepEqual(await member!.names(one.groupId), []);
  await assert.rejects(member!.call(calls.download.download, { instanceId: file.instanceId }), refused('FILE_NOT_FOUND'));
  const list = async (instanceId: string) =>
    (await leader!.call(privilege.queryPrivilegeList, { instanceId })).items.map(({ id, privilege: has, from, fromName }) => [
      id,
      has,
      from,
      fromName,
    ]);
  assert.deepEqual(await list(folder.instanceId), [[member!.userId, 'forbidden', 'here', undefined]]);
  assert.deepEqual(await list(file.instanceId), [[member!.userId, 'forbidden', 'above', '合同']]);
  await leader!.call(privilege.remove, { instanceId: folder.instanceId, subject: person(member!) });
  await leader!.call(privilege.remove, { instanceId: folder.instanceId, subject: person(member!) });
  assert.deepEqual(await list(file.instanceId), [[member!.userId, 'download', 'group', undefined]]);
  assert.deepEqual(await member!.names(one.groupId), ['合同']);

  await assert.rejects(
    leader!.call(privilege.updateUserRole, { instanceId: folder.instanceId, subject: person(boss!), role: 'edit' }),
    refused('GROUP_NOT_MEMBER'),
  );
  await assert.rejects(
    leader!.call(privilege.updateUserRole, { instanceId: folder.instanceId, subject: person(leader!), role: 'edit' }),
    refused('GROUP_LEADER_STAYS'),
  );
  await assert.rejects(
    leader!.call(privilege.updateUserRole, { instanceId: one.groupId, subject: person(member!), role: 'edit' }),
    refused('ROOT_IS_FIXED'),
  );
  const own = await leader!.folder('own');
  await assert.rejects(
    leader!.call(privilege.updateUserRole, { instanceId: own.instanceId, subject: person(member!), role: 'edit' }),
    refused('GROUP_FILES_ONLY'),
  );
  await assert.rejects(member!.call(privilege.queryPrivilegeList, { instanceId: folder.instanceId }), refused('NOT_ALLOWED'));
  // What was given inside goes with the membership.
  await give('manager');
  await leader!.call(group.removeMembers, { groupId: one.groupId, members: [person(member!)] });
  await assert.rejects(member!.call(instance.page, { parentId: folder.instanceId }), refused('FILE_NOT_FOUND'));
});

test('what was given inside ends with the department that brought the person in', async () => {
  const [leader, member] = await people(2);
  const id = await department('临时部', null, [member!]);
  const one = await made(leader!);
  await leader!.call(group.addMembers, { groupId: one.groupId, members: [{ kind: 'department', id, level: 'viewOnly' }] });
  const folder = await leader!.folder('F', one.groupId);
  await leader!.call(privilege.updateUserRole, { instanceId: folder.instanceId, subject: person(member!), role: 'manager' });
  await member!.uploads('x', 'x.txt', folder.instanceId);
  await company.database.updateTable('user_account').set({ department_id: null }).where('id', '=', member!.userId).execute();
  await assert.rejects(member!.call(instance.page, { parentId: folder.instanceId }), refused('FILE_NOT_FOUND'));
});

test('a member leaves, and the leader cannot', async () => {
  const [leader, member] = await people(2);
  const one = await made(leader!);
  await add(leader!, one, [member!], 'manager');
  await assert.rejects(leader!.call(group.leave, { groupId: one.groupId }), refused('GROUP_LEADER_LEAVES'));
  await member!.call(group.leave, { groupId: one.groupId });
  assert.deepEqual(await groupsOf(member!, 'group'), []);
  await assert.rejects(member!.call(group.leave, { groupId: one.groupId }), refused('GROUP_NOT_FOUND'));
});

const ask = (leader: Person, { groupId }: Group, receiver: Person) => leader.call(group.handover, { groupId, userId: receiver.userId });
const leaderOf = async ({ groupId }: Group) =>
  (await company.database.selectFrom('space').select('owner_id').where('id', '=', groupId).executeTakeFirstOrThrow()).owner_id;

test('a handover waits for the receiver, moves leader and room together, and the old leader stays an administrator', async () => {
  const [leader, receiver, third] = await people(3, 10 * MB);
  const one = await made(leader!, 4 * MB);
  await add(leader!, one, [receiver!, third!], 'viewOnly');
  const since = new Map((await members(leader!, one)).map((row) => [row.id, row.joinTime]));
  const asked = await ask(leader!, one, receiver!);
  assert.deepEqual([asked?.state, (await ask(leader!, one, receiver!))?.handoverId], ['waiting', asked?.handoverId]);
  assert.equal((await receiver!.call(notice.unread, {})).todo, 1);
  assert.equal((await receiver!.call(group.queryHandover, { groupId: one.groupId }))?.receiver.userId, receiver!.userId);
  assert.equal(await third!.call(group.queryHandover, { groupId: one.groupId }), null);
  await assert.rejects(ask(leader!, one, third!), refused('HANDOVER_WAITING'));
  await assert.rejects(third!.call(group.accept, { groupId: one.groupId, accept: true }), refused('HANDOVER_ENDED'));
  assert.equal(await leaderOf(one), leader!.userId, 'nothing moves before the answer');
  const answers = await Promise.all([1, 2, 3].map(() => receiver!.call(group.accept, { groupId: one.groupId, accept: true })));
  assert.deepEqual(
    answers.map(({ state }) => state),
    ['handedOver', 'handedOver', 'handedOver'],
  );
  assert.deepEqual([await allottedOf(leader!), await allottedOf(receiver!)], [0, 4 * MB]);
  const rows = await members(third!, one);
  assert.deepEqual(
    rows.map((row) => [row.id, row.identity]),
    [
      [receiver!.userId, 'owner'],
      [leader!.userId, 'administrator'],
      [third!.userId, 'member'],
    ],
  );
  for (const row of rows) assert.equal(row.joinTime, since.get(row.id), 'who joined when stays');
  assert.equal((await receiver!.call(notice.unread, {})).todo, 0);
  assert.equal((await kinds(leader!)).filter((kind) => kind === 'handoverAnswered').length, 1);
  assert.deepEqual([await groupsOf(leader!, 'personal'), await groupsOf(leader!, 'group')], [[], [one.groupName]]);
  await assert.rejects(leader!.call(group.dissolveGroup, { groupId: one.groupId }), refused('GROUP_LEADER_ONLY'));
});

test('a handover can be refused and withdrawn, and is asked anew afterwards', async () => {
  const [leader, receiver] = await people(2);
  const one = await made(leader!);
  await add(leader!, one, [receiver!]);
  await ask(leader!, one, receiver!);
  assert.equal((await receiver!.call(group.accept, { groupId: one.groupId, accept: false })).state, 'rejected');
  assert.equal((await receiver!.call(group.accept, { groupId: one.groupId, accept: false })).state, 'rejected');
  await assert.rejects(receiver!.call(group.accept, { groupId: one.groupId, accept: true }), refused('HANDOVER_ENDED'));
  await ask(leader!, one, receiver!);
  for (const _ of [1, 2]) assert.equal(await leader!.call(group.handover, { groupId: one.groupId, withdraw: true }), null);
  await assert.rejects(receiver!.call(group.accept, { groupId: one.groupId, accept: true }), refused('HANDOVER_ENDED'));
  assert.equal((await receiver!.call(notice.unread, {})).todo, 0);
  await ask(leader!, one, receiver!);
  await receiver!.call(group.accept, { groupId: one.groupId, accept: true });
  assert.equal(await leaderOf(one), receiver!.userId);
});

test('a handover is refused to oneself, to who is no member, frozen, expired or without room', async () => {
  const [leader, outsider, frozen, expired] = await people(4);
  const [poor] = await people(1, MB);
  const one = await made(leader!, 2 * MB);
  await add(leader!, one, [frozen!, expired!, poor!]);
  await sql`update user_account set frozen_at = now() where id = ${frozen!.userId}`.execute(company.database);
  await sql`update user_account set expires_at = now() where id = ${expired!.userId}`.execute(company.database);
  await assert.rejects(ask(leader!, one, leader!), refused('HANDOVER_SAME_PERSON'));
  await assert.rejects(ask(leader!, one, outsider!), refused('GROUP_NOT_MEMBER'));
  await assert.rejects(ask(leader!, one, frozen!), refused('HANDOVER_RECEIVER_INACTIVE'));
  await assert.rejects(ask(leader!, one, expired!), refused('HANDOVER_RECEIVER_INACTIVE'));
  await assert.rejects(ask(leader!, one, poor!), refused('HANDOVER_NO_SPACE'));
  await assert.rejects(ask(leader!, one, { userId: randomUUID() } as Person), refused('PERSON_NOT_FOUND'));
  assert.equal(await leader!.call(group.queryHandover, { groupId: one.groupId }), null);
});

test('a receiver whose room went meanwhile cannot accept, and nothing moved', async () => {
  const [leader] = await people(1);
  const [receiver] = await people(1, 2 * MB);
  const one = await made(leader!, 2 * MB);
  await add(leader!, one, [receiver!]);
  await ask(leader!, one, receiver!);
  await receiver!.uploads('x', 'x.txt');
  await assert.rejects(receiver!.call(group.accept, { groupId: one.groupId, accept: true }), refused('HANDOVER_NO_SPACE'));
  assert.deepEqual([await leaderOf(one), await allottedOf(leader!), await allottedOf(receiver!)], [leader!.userId, 2 * MB, 0]);
  assert.equal((await receiver!.call(group.queryHandover, { groupId: one.groupId }))?.state, 'waiting');
});

test('a receiver who is removed is asked no more', async () => {
  const [leader, receiver] = await people(2);
  const one = await made(leader!);
  await add(leader!, one, [receiver!]);
  await ask(leader!, one, receiver!);
  await leader!.call(group.removeMembers, { groupId: one.groupId, members: [person(receiver!)] });
  assert.equal((await receiver!.call(notice.unread, {})).todo, 0);
  await add(leader!, one, [receiver!]);
  await assert.rejects(receiver!.call(group.accept, { groupId: one.groupId, accept: true }), refused('HANDOVER_ENDED'));
});

test('an answer races with a withdrawal, a dissolution and a removal: one comes first, and there is one leader whose room it is', async () => {
  for (let round = 0; round < 6; round += 1) {
    const [leader, receiver] = await people(2, 10 * MB);
    const one = await made(leader!, MB);
    const { groupId } = one;
    await add(leader!, one, [receiver!]);
    await ask(leader!, one, receiver!);
    const rival = [
      () => leader!.call(group.handover, { groupId, withdraw: true }),
      () => leader!.call(group.dissolveGroup, { groupId }),
      () => leader!.call(group.removeMembers, { groupId, members: [person(receiver!)] }),
    ][round % 3]!;
    const [accepted, other] = await Promise.all([outcome(receiver!.call(group.accept, { groupId, accept: true })), outcome(rival())]);
    assert.ok(accepted === 0 || codes('HANDOVER_ENDED', 'GROUP_NOT_FOUND').includes(accepted), `accept: ${accepted}`);
    assert.equal(accepted === 0, codes('GROUP_LEADER_ONLY', 'GROUP_LEADER_STAYS', 'NOT_ALLOWED').includes(other), `${accepted} ${other}`);
    assert.equal(await leaderOf(one), accepted === 0 ? receiver!.userId : leader!.userId);
    assert.deepEqual([await allottedOf(leader!), await allottedOf(receiver!)], accepted === 0 ? [0, MB] : [MB, 0]);
  }
});

test('groups that are handed both ways at once, and room taken meanwhile, end with every byte where it belongs', async () => {
  const [a, b] = await people(2, 8 * MB);
  const [one, two] = [await made(a!, 2 * MB), await made(b!, 3 * MB)];
  await add(a!, one, [b!]);
  await add(b!, two, [a!]);
  await Promise.all([ask(a!, one, b!), ask(b!, two, a!)]);
  await Promise.all([
    b!.call(group.accept, { groupId: one.groupId, accept: true }),
    a!.call(group.accept, { groupId: two.groupId, accept: true }),
    made(a!, MB),
  ]);
  assert.deepEqual([await allottedOf(a!), await allottedOf(b!)], [4 * MB, 2 * MB]);
});
