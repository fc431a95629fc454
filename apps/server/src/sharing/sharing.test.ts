import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { calls, limits } from '@alcove/contract';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import {
  department,
  detailOf,
  ends,
  errcodeOf,
  group,
  listOf,
  member,
  namesOf,
  rolesOf,
  shares,
  uploadsThrough,
} from './sharing.test-support.ts';
import { removeEndedShares } from './sharing-queries.ts';

const { innerSharing, instance, notice } = calls;
let company: Company;
let [giver, receiver, third]: Person[] = [];
let [folder, file] = ['', ''];
before(async () => {
  company = await openCompany();
});
after(() => company.close());
beforeEach(async () => {
  [giver, receiver, third] = [await company.person(), await company.person(), await company.person()];
  const above = await giver.folder('上级');
  folder = (await giver.folder('方案', above.instanceId)).instanceId;
  file = (await giver.uploads('内容', '稿.txt', folder)).instanceId;
});
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
const noticesOf = async (person: Person) => (await person.call(notice.page, {})).items.filter(({ kind }) => kind !== 'welcome');

test('what is shared is found by whoever has it, with from whom, what and until when', async () => {
  const end = tomorrow();
  const id = await shares(giver!, folder, [member(receiver!, 'download')], { expireTime: end });
  const [row] = await listOf(receiver!, 'received');
  assert.deepEqual(
    [row?.fileSharingId, row?.instance.instanceName, row?.initiator.userId, row?.role, row?.expireTime, row?.through],
    [id, '方案', giver!.userId, 'download', end, null],
  );
  assert.deepEqual([row?.users, row?.scope], [[], { people: 0, departments: 0 }]);
  const [own] = await listOf(giver!, 'initiated');
  assert.deepEqual([own?.role, own?.roles, own?.scope], ['owner', { download: 1 }, { people: 1, departments: 0 }]);
  assert.deepEqual(
    own?.users.map((one) => one.id),
    [receiver!.userId],
  );
  assert.deepEqual(
    [await namesOf(giver!, 'received'), await namesOf(receiver!, 'initiated'), await namesOf(third!, 'received')],
    [[], [], []],
  );
});

test('inside, the way begins at what is shared: names above are never told', async () => {
  const id = await shares(giver!, folder, [member(receiver!, 'viewOnly')]);
  const page = await receiver!.call(instance.page, { parentId: folder, fileSharingId: id });
  assert.deepEqual(
    page.items.map((one) => [one.instanceName, one.instancePath, one.parentNames, one.fileSharingId]),
    [['稿.txt', '/方案/稿.txt', ['方案'], id]],
  );
  const detail = await receiver!.call(instance.queryInstanceDetail, { instanceId: folder, fileSharingId: id });
  assert.deepEqual([detail.parentNames, detail.parentId, detail.instancePathIds], [[], null, [folder]]);
  assert.doesNotMatch(JSON.stringify([page, detail, await listOf(receiver!, 'received')]), /上级/);
});

test('each level gives exactly its items', async () => {
  const id = await shares(giver!, folder, [member(receiver!, 'viewOnly')]);
  const may = async () => {
    const asked = { instanceId: file, fileSharingId: id };
    return [
      (await receiver!.ask(calls.download.preview, asked)).errcode === 0,
      (await receiver!.ask(calls.download.download, asked)).errcode === 0,
      (await receiver!.ask(instance.createFolder, { parentId: folder, instanceName: `n${Math.random()}`, fileSharingId: id })).errcode ===
        0,
    ];
  };
  assert.deepEqual(await may(), [true, false, false]);
  await shares(giver!, folder, [member(receiver!, 'download')]);
  assert.deepEqual(await may(), [true, true, false]);
  await shares(giver!, folder, [member(receiver!, 'edit')]);
  assert.deepEqual(await may(), [true, true, true]);
});

test('sharing again changes the one share, and the same twice changes nothing', async () => {
  const first = await shares(giver!, folder, [member(receiver!, 'edit')]);
  const again = await shares(giver!, folder, [member(third!, 'viewOnly')]);
  assert.equal(again, first);
  await shares(giver!, folder, [member(third!, 'viewOnly')]);
  assert.deepEqual(await rolesOf(giver!, folder), { [giver!.userId]: 'owner', [receiver!.userId]: 'edit', [third!.userId]: 'viewOnly' });
  assert.equal((await noticesOf(third!)).length, 1);
  const both = await Promise.all([1, 2, 3, 4].map(() => shares(giver!, file, [member(receiver!, 'edit')])));
  assert.equal(new Set(both).size, 1);
});

test('several items are given at once; what cannot be given is told for itself', async () => {
  const foreign = (await third!.folder('别人的')).instanceId;
  const outcomes = await giver!.call(innerSharing.create, {
    instanceIds: [folder, foreign, file],
    members: [member(receiver!, 'viewOnly')],
  });
  assert.deepEqual(
    outcomes.map((one) => (one.done ? 'done' : one.errcode)),
    ['done', 90000, 'done'],
  );
  assert.deepEqual((await namesOf(receiver!, 'received')).sort(), ['方案', '稿.txt'].sort());
  const many = Array.from({ length: limits.sharesPerCall + 1 }, () => crypto.randomUUID());
  await assert.rejects(
    giver!.call(innerSharing.create, { instanceIds: many, members: [member(receiver!, 'viewOnly')] }),
    refused('TOO_MANY_ITEMS'),
  );
});

test('a department has it with everyone below; a person beats it, and who came with it cannot leave', async () => {
  const company4 = await department(company, '研发', []);
  await department(company, '平台', [receiver!], company4);
  const members = [{ kind: 'department' as const, id: company4, role: 'edit' as const }];
  const id = await shares(giver!, folder, members);
  const [row] = await listOf(receiver!, 'received');
  assert.deepEqual([row?.role, row?.through], ['edit', '研发']);
  await assert.rejects(receiver!.call(innerSharing.leaveInnerSharing, { instanceId: folder }), refused('SHARE_BY_DEPARTMENT'));
  const reply = await receiver!.ask(innerSharing.leaveInnerSharing, { instanceId: folder }, { 'accept-language': 'zh-CN' });
  assert.equal(reply.errmsg, '你通过部门「研发」获得权限，不能单独退出');
  await shares(giver!, folder, [member(receiver!, 'viewOnly')]);
  assert.equal((await listOf(receiver!, 'received'))[0]?.role, 'viewOnly');
  const [outcome] = await receiver!.call(innerSharing.leaveInnerSharing, { fileSharingIds: [id] });
  assert.equal(outcome?.done === false && outcome.code, 'SHARE_BY_DEPARTMENT');
});

test('who is named leaves, once; the share goes with the last one', async () => {
  const id = await shares(giver!, folder, [member(receiver!, 'edit'), member(third!, 'edit')]);
  await receiver!.call(innerSharing.leaveInnerSharing, { instanceId: folder, fileSharingId: id });
  assert.deepEqual([await namesOf(receiver!, 'received'), await namesOf(third!, 'received')], [[], ['方案']]);
  await assert.rejects(receiver!.call(innerSharing.leaveInnerSharing, { instanceId: folder }), refused('FILE_NOT_FOUND'));
  await third!.call(innerSharing.leaveInnerSharing, { fileSharingIds: [id] });
  assert.deepEqual(await namesOf(giver!, 'initiated'), []);
  assert.equal((await detailOf(giver!, folder)).fileSharingId, null);
  await shares(giver!, folder, [member(receiver!, 'edit')]);
  await assert.rejects(giver!.call(innerSharing.leaveInnerSharing, { instanceId: folder }), refused('SHARE_OWNER_FIXED'));
});

test('it is taken back from one, or from all at once, and told', async () => {
  const id = await shares(giver!, folder, [member(receiver!, 'edit'), member(third!, 'edit')], { message: '请看' });
  await giver!.call(innerSharing.remove, { instanceId: folder, members: [{ kind: 'person', id: receiver!.userId }] });
  assert.equal(await errcodeOf(receiver!.ask(instance.page, { parentId: folder, fileSharingId: id })), 90000);
  assert.deepEqual(await namesOf(third!, 'received'), ['方案']);
  await giver!.call(innerSharing.remove, { fileSharingIds: [id] });
  assert.equal(await errcodeOf(third!.ask(instance.page, { parentId: folder, fileSharingId: id })), 90000);
  for (const person of [receiver!, third!]) {
    const told = (await noticesOf(person)).map((one) => [one.kind, (one.data as { by: { userId: string } }).by.userId]);
    assert.deepEqual(told, [
      ['shareWithdrawn', giver!.userId],
      ['shared', giver!.userId],
    ]);
  }
  assert.equal(((await noticesOf(third!))[1]!.data as { message?: string }).message, '请看');
  assert.deepEqual(await noticesOf(giver!), []);
});

test("the initiator's permission cannot be deleted or changed, by themselves or a manager", async () => {
  const id = await shares(giver!, folder, [member(receiver!, 'manager')]);
  const own = { kind: 'person' as const, id: giver!.userId };
  await assert.rejects(giver!.call(innerSharing.remove, { instanceId: folder, members: [own] }), refused('SHARE_OWNER_FIXED'));
  await assert.rejects(
    receiver!.call(innerSharing.remove, { instanceId: folder, fileSharingId: id, members: [own] }),
    refused('SHARE_OWNER_FIXED'),
  );
  await assert.rejects(shares(receiver!, folder, [{ ...own, role: 'viewOnly' }], { fileSharingId: id }), refused('SHARE_OWNER_FIXED'));
});

test('a manager gives, changes and takes back, but does not withdraw; other levels do not', async () => {
  const id = await shares(giver!, folder, [member(receiver!, 'manager')]);
  await shares(receiver!, folder, [member(third!, 'edit')], { fileSharingId: id });
  assert.equal((await detailOf(receiver!, folder, id)).role, 'manager');
  assert.equal((await rolesOf(giver!, folder))[third!.userId], 'edit');
  const about = { instanceId: folder, fileSharingId: id };
  await assert.rejects(receiver!.call(innerSharing.remove, about), refused('SHARE_INITIATOR_ONLY'));
  await assert.rejects(shares(third!, folder, [member(third!, 'manager')], { fileSharingId: id }), refused('NOT_ALLOWED'));
  await assert.rejects(detailOf(third!, folder, id), refused('NOT_ALLOWED'));
  await receiver!.call(innerSharing.remove, { ...about, members: [{ kind: 'person', id: third!.userId }] });
  assert.deepEqual(await namesOf(third!, 'received'), []);
});

test('an end is judged by the database; what ended vanishes, and begins anew when shared again', async () => {
  const id = await shares(giver!, folder, [member(receiver!, 'edit'), member(third!, 'edit', tomorrow())]);
  await ends(company, id, receiver!.userId);
  assert.deepEqual([await namesOf(receiver!, 'received'), await namesOf(third!, 'received')], [[], ['方案']]);
  assert.equal(await errcodeOf(receiver!.ask(calls.download.download, { instanceId: file, fileSharingId: id })), 90000);
  await ends(company, id);
  for (const [person, side] of [
    [third!, 'received'],
    [giver!, 'initiated'],
  ] as const)
    assert.deepEqual(await namesOf(person, side), []);
  assert.equal((await detailOf(giver!, folder)).fileSharingId, null);
  await shares(giver!, folder, [member(receiver!, 'viewOnly')]);
  assert.deepEqual(await rolesOf(giver!, folder), { [giver!.userId]: 'owner', [receiver!.userId]: 'viewOnly' });
});

test('ends in the past, after the share, and those that follow it', async () => {
  const past = new Date(Date.now() - 1000).toISOString();
  await assert.rejects(shares(giver!, folder, [member(receiver!, 'edit')], { expireTime: past }), refused('SHARE_END_PAST'));
  await assert.rejects(shares(giver!, folder, [member(receiver!, 'edit', past)]), refused('SHARE_END_PAST'));
  const [end, later] = [tomorrow(), new Date(Date.now() + 2 * 86_400_000).toISOString()];
  await assert.rejects(shares(giver!, folder, [member(receiver!, 'edit', later)], { expireTime: end }), refused('SHARE_END_PAST'));
  await shares(giver!, folder, [member(receiver!, 'edit', end), member(third!, 'edit')]);
  const endsOf = async () => Object.fromEntries((await detailOf(giver!, folder)).users.map((one) => [one.id, one.expireTime]));
  assert.deepEqual(await endsOf(), { [giver!.userId]: null, [receiver!.userId]: end, [third!.userId]: null });
  await shares(giver!, folder, [], { expireTime: later });
  assert.deepEqual(await endsOf(), { [giver!.userId]: null, [receiver!.userId]: end, [third!.userId]: later });
  await shares(giver!, folder, [member(receiver!, 'viewOnly')], { expireTime: null });
  assert.deepEqual(await endsOf(), { [giver!.userId]: null, [receiver!.userId]: end, [third!.userId]: null });
});

test('rows of what ended go after thirty days, and nothing else', async () => {
  const [old, recent] = [
    await shares(giver!, folder, [member(receiver!, 'edit')]),
    await shares(giver!, file, [member(receiver!, 'edit')]),
  ];
  await ends(company, recent);
  for (const table of ['share', 'file_grant'] as const)
    await company.database
      .updateTable(table)
      .set({ expires_at: new Date(Date.now() - (limits.endedShareDays * 24 + 1) * 3_600_000) })
      .where(table === 'share' ? 'id' : ('source_id' as 'id'), '=', old)
      .execute();
  await removeEndedShares(company.database);
  const left = async (id: string) => [
    (await company.database.selectFrom('share').select('id').where('id', '=', id).execute()).length,
    (await company.database.selectFrom('file_grant').select('id').where('source_id', '=', id).execute()).length,
  ];
  assert.deepEqual(
    [await left(old), await left(recent)],
    [
      [0, 0],
      [1, 1],
    ],
  );
});

test('uploads count on the space of whoever shares', async () => {
  const id = await shares(giver!, folder, [member(receiver!, 'edit')]);
  const used = async (person: Person) => (await person.call(calls.user.queryUserCapacity, {})).usedSize;
  const [before, own] = [await used(giver!), await used(receiver!)];
  const made = await uploadsThrough(receiver!, id, folder, '新.txt', '十二个字节');
  assert.deepEqual([made.fileSharingId, made.instancePath, made.creator], [id, '/方案/新.txt', `Name of ${receiver!.accountName}`]);
  assert.deepEqual([(await used(giver!)) - before, (await used(receiver!)) - own], [Buffer.byteLength('十二个字节'), 0]);
});

test('small files of one call may go through different shares', async () => {
  const other = (await third!.folder('另一个')).instanceId;
  const ids = [await shares(giver!, folder, [member(receiver!, 'edit')]), await shares(third!, other, [member(receiver!, 'viewOnly')])];
  const items = [folder, other].map((parentId, index) => ({
    parentId,
    fileSharingId: ids[index]!,
    fSize: 0,
    fName: 'bi50eHQ_d',
    fMd5: 'd41d8cd98f00b204e9800998ecf8427e',
  }));
  const crossed = { ...items[0]!, fileSharingId: ids[1]! };
  const answersTo = async (asked: typeof items) =>
    (await receiver!.call(calls.upload.checkUploads, { items: asked })).map((one) => (one.done ? one.data.uploadflag : one.errcode));
  assert.deepEqual(await answersTo([...items, crossed]), ['3', 101006, 90000]);
  // Also where all of them want the same folder.
  assert.deepEqual(await answersTo([items[0]!, crossed]), ['3', 90000]);
});

test('whether something is shared is told of it and of what lies in it', async () => {
  const check = (person: Person, id: string, fileSharingId?: string) =>
    person.call(innerSharing.checkShared, { instanceId: id, ...(fileSharingId && { fileSharingId }) });
  assert.deepEqual(await check(giver!, file), { shared: false, above: false, people: 0, departments: 0, reached: 0 });
  const id = await shares(giver!, folder, [member(receiver!, 'edit'), member(third!, 'edit')]);
  assert.deepEqual(await check(giver!, folder), { shared: true, above: false, people: 2, departments: 0, reached: 2 });
  assert.deepEqual(await check(giver!, file), { shared: true, above: true, people: 2, departments: 0, reached: 2 });
  assert.deepEqual(await check(receiver!, file, id), { shared: true, above: true, people: 0, departments: 0, reached: 0 });
});

test('lists mark what is shared to those who have it anyway, not to those who were given it', async () => {
  const inner = (await giver!.folder('里面', folder)).instanceId;
  const id = await shares(giver!, folder, [member(receiver!, 'edit')]);
  await shares(giver!, inner, [member(third!, 'edit')]);
  const marks = async (person: Person, fileSharingId?: string) => {
    const { items } = await person.call(instance.page, { parentId: folder, ...(fileSharingId && { fileSharingId }) });
    return items.map((one) => [one.instanceName, one.shared ?? false]);
  };
  assert.deepEqual(await marks(giver!), [
    ['里面', true],
    ['稿.txt', false],
  ]);
  assert.deepEqual(await marks(receiver!, id), [
    ['里面', false],
    ['稿.txt', false],
  ]);
  assert.equal((await giver!.call(instance.queryInstanceDetail, { instanceId: inner })).shares, 1);
  assert.equal((await receiver!.call(instance.queryInstanceDetail, { instanceId: inner, fileSharingId: id })).shares, 0);
  await giver!.call(innerSharing.remove, { instanceId: inner });
  assert.deepEqual(await marks(giver!), [
    ['里面', false],
    ['稿.txt', false],
  ]);
});

test('the lists are found by name, sorted, and paged', async () => {
  for (const name of ['b 10', 'b 2', 'a']) await shares(giver!, (await giver!.folder(name)).instanceId, [member(receiver!, 'viewOnly')]);
  const names = async (input: object) => {
    const { total, items } = await receiver!.call(innerSharing.page, { side: 'received', pageSize: 10, ...input });
    return [total, ...items.map(({ instance: one }) => one.instanceName)];
  };
  assert.deepEqual(await names({}), [3, 'a', 'b 2', 'b 10']);
  assert.deepEqual(await names({ sortField: 'instanceName', sortOrder: 'asc' }), [3, 'a', 'b 2', 'b 10']);
  assert.deepEqual(await names({ sortField: 'instanceName', sortOrder: 'desc', keyword: 'B' }), [2, 'b 10', 'b 2']);
  assert.deepEqual(await names({ keyword: '%' }), [0]);
  assert.deepEqual(await names({ page: 2 }), [3]);
});

test('a group member shares what they may copy, up to what they hold', async () => {
  const { rootId } = await group(company, third!, [
    [giver!, 'downloader'],
    [receiver!, 'viewer'],
  ]);
  const inside = (await third!.folder('资料', rootId)).instanceId;
  const outsider = await company.person();
  assert.deepEqual((await detailOf(giver!, inside)).mayGive, ['viewOnly', 'sharedPerson', 'download']);
  await assert.rejects(shares(giver!, inside, [member(outsider, 'edit')]), refused('SHARE_ROLE_TOO_HIGH'));
  await assert.rejects(shares(receiver!, inside, [member(outsider, 'viewOnly')]), refused('NOT_ALLOWED'));
  await assert.rejects(shares(third!, rootId, [member(outsider, 'viewOnly')]), refused('SHARE_WHOLE_SPACE'));
  await shares(giver!, inside, [member(outsider, 'download')]);
  await shares(third!, inside, [member(outsider, 'edit')]);
  assert.deepEqual(
    (await listOf(outsider, 'received')).map(({ role }) => role),
    ['edit', 'download'],
  );
});

test('a choice that is too large is refused in words', async () => {
  const people = Array.from({ length: limits.peopleChosen + 1 }, () => ({
    kind: 'person' as const,
    id: crypto.randomUUID(),
    role: 'viewOnly' as const,
  }));
  await assert.rejects(shares(giver!, folder, people), refused('TOO_MANY_PEOPLE'));
  const departments = people.map((one) => ({ ...one, kind: 'department' as const }));
  await assert.rejects(shares(giver!, folder, departments), refused('TOO_MANY_DEPARTMENTS'));
  await assert.rejects(shares(giver!, folder, people.slice(0, 1)), refused('PERSON_NOT_FOUND'));
  await assert.rejects(shares(giver!, folder, departments.slice(0, 1)), refused('DEPARTMENT_NOT_FOUND'));
  const broad = await department(company, '总部', []);
  for (let n = 0; n <= limits.subDepartments; n += 1) await department(company, `部门_${n}`, [], broad);
  await assert.rejects(shares(giver!, folder, [{ kind: 'department', id: broad, role: 'viewOnly' }]), refused('DEPARTMENT_TOO_BROAD'));
});
