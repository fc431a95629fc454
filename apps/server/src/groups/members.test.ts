import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { calls, failures } from '@alcove/contract';
import type { Call, FailureCode, GroupLevel } from '@alcove/contract';
import { Listener, openCompany, refused, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { add, departmentOf, groupsOf, kinds, made, MB, members, outcome, peopleOf, person } from './groups.test-support.ts';

const { group, privilege, instance } = calls;
let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());
const people = (count: number, quotaBytes: number | null = null) => peopleOf(company, count, quotaBytes);
const department = (name: string, parentId: string | null, staff: readonly Person[]) => departmentOf(company, name, parentId, staff);

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
  const late = (size: number) => Upload.begin(member!, Buffer.alloc(size, 9), { name: 'late.bin', parentId: folder.instanceId });
  const upload = await (await late(300_000)).deliver();
  const small = await (await late(5000)).deliver();
  const reserved = async () =>
    (await company.database.selectFrom('space').select('reserved_bytes').where('id', '=', one.groupId).executeTakeFirstOrThrow())
      .reserved_bytes;
  assert.equal(await reserved(), 300_000);
  const listener = await Listener.of(member!);
  await leader!.call(group.removeMembers, { groupId: one.groupId, members: [person(member!)] });
  await listener.until(({ heard }) => heard.some(({ event }) => event === 'spacesChanged'));
  listener.leave();
  for (const one of [upload, small]) assert.ok((await outcome(one.save())) !== 0);
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

test('a member leaves, and the leader cannot', async () => {
  const [leader, member] = await people(2);
  const one = await made(leader!);
  await add(leader!, one, [member!], 'manager');
  await assert.rejects(leader!.call(group.leave, { groupId: one.groupId }), refused('GROUP_LEADER_LEAVES'));
  await member!.call(group.leave, { groupId: one.groupId });
  assert.deepEqual(await groupsOf(member!, 'group'), []);
  await assert.rejects(member!.call(group.leave, { groupId: one.groupId }), refused('GROUP_NOT_FOUND'));
});
