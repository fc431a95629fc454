/** The administrators' bin: what is seen in it, and how it comes back. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { SecondBinOutcome } from '@alcove/contract';
import { freshBytes, refused } from '../testing/index.ts';
import type { Client, Company, Reply } from '../testing/index.ts';
import { SecondBin, usedBy } from './second-bin.test-support.ts';

const { adminRecycle, instance } = calls;
let bin: SecondBin;
let company: Company;
let admin: Client;
before(async () => {
  bin = await SecondBin.open();
  ({ company, admin } = bin);
});
after(() => bin.company.close());

test('what left a bin is listed with its place, its people and its size, and found by two characters of its name', async () => {
  const person = await company.person();
  const folder = await person.folder('季度');
  const file = await person.uploads('twelve bytes', '薪酬汇总.txt', folder.instanceId);
  await bin.discards(person, file.instanceId);
  const found = await bin.one('薪酬');
  assert.equal(found.instanceName, '薪酬汇总.txt');
  assert.deepEqual(found.originalPath, ['季度']);
  assert.deepEqual([found.fileSize, found.files, found.daysLeft, found.placeGone, found.removeTime], [12, 1, 30, false, null]);
  assert.equal(found.deletedBy.userId, person.userId);
  for (const filter of [
    { spaceId: found.instanceId },
    { deletedBy: admin ? (await company.person()).userId : '' },
    { to: '2020-01-01T00:00:00Z' },
  ])
    assert.equal((await admin.call(adminRecycle.page, { keyword: '薪酬', ...filter })).total, 0);
  const { spaceId } = found;
  for (const filter of [
    { spaceId },
    { deletedBy: person.userId },
    { from: '2020-01-01T00:00:00Z' },
    { keyword: '总' },
    { keyword: '汇总.TXT' },
  ])
    assert.deepEqual((await admin.call(adminRecycle.page, filter)).items.map(({ recycleId }) => recycleId).includes(found.recycleId), true);
  await assert.rejects(admin.call(adminRecycle.page, { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }), /request: to/);
});

test('only who holds the items may see it, restore from it and delete from it', async () => {
  const person = await company.person();
  const [recycleId] = await bin.discards(person, (await person.uploads('x', 'closed.txt')).instanceId);
  await assert.rejects(person.call(adminRecycle.page, {}), refused('NOT_ALLOWED'));
  for (const call of [adminRecycle.restore, adminRecycle.remove, adminRecycle.keep])
    await assert.rejects(person.call(call, { recycleIds: [recycleId!] }), refused('NOT_ALLOWED'));
  await assert.rejects(person.call(adminRecycle.clear, {}), refused('NOT_ALLOWED'));
  assert.equal((await bin.one('closed')).removeTime, null);
});

const waitsForLock = async (): Promise<boolean> =>
  (
    await sql<{
      n: number;
    }>`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      company.database,
    )
  ).rows[0]!.n > 0;

test('who loses the right while a restoration or a mark waits for the entry does neither', async () => {
  const [person, officer] = [await company.person(), await company.person()];
  const { roleId } = await admin.call(calls.adminRole.create, {
    name: 'for a moment',
    type: 'ordinary',
    adminItems: ['secondBin.view', 'secondBin.restore', 'secondBin.remove'],
    fileItems: [],
  });
  const [recycleId] = await bin.discards(person, (await person.uploads('x', 'lost meanwhile.txt')).instanceId);
  for (const call of [adminRecycle.restore, adminRecycle.remove]) {
    await admin.call(calls.adminRole.assign, { userIds: [officer.userId], roleIds: [roleId] });
    let asked: Promise<Reply<SecondBinOutcome[]>> | undefined;
    await company.database.transaction().execute(async (transaction) => {
      await sql`select from recycle where id = ${recycleId} for update`.execute(transaction);
      asked = officer.ask(call, { recycleIds: [recycleId!] });
      for (const end = Date.now() + 20_000; !(await waitsForLock()); await sleep(5)) assert.ok(Date.now() < end, 'it waits for nothing');
      await sql`delete from user_role where user_id = ${officer.userId}`.execute(transaction);
    });
    const { errcode, data } = await asked!;
    const [outcome] = data ?? [];
    assert.equal(outcome && !outcome.done ? outcome.errcode : errcode, 101006, call.name);
    assert.equal((await bin.one('lost meanwhile')).removeTime, null);
  }
});

test('into the space of somebody who left, which is being removed, nothing is restored', async () => {
  const person = await company.person();
  const [recycleId] = await bin.discards(person, (await person.uploads('x', 'of a leaver.txt')).instanceId);
  await admin.call(calls.adminUser.freeze, { userIds: [person.userId] });
  await admin.call(calls.adminUser.offboard, { userId: person.userId, successors: { space: null } });
  const spaceOf = async () =>
    (
      await sql<{ kept: boolean }>`select kept_until is not null as kept from offboarding where user_id = ${person.userId}`.execute(
        company.database,
      )
    ).rows[0];
  for (const end = Date.now() + 20_000; !(await spaceOf())?.kept; await sleep(20)) assert.ok(Date.now() < end, 'the space is kept');
  await sql`update offboarding set removing_at = now(), kept_until = now() where user_id = ${person.userId}`.execute(company.database);
  assert.deepEqual(await bin.restore([recycleId!]), [103003]);
  assert.deepEqual(await bin.restore([recycleId!], person.rootId), [103003]);
});

test('an external link opens again with its item, as long as it has not ended', async () => {
  const person = await company.person();
  const { instanceId } = await person.folder('linked');
  const { linkPath } = await person.call(calls.link.createOrUpdate, { instanceIds: [instanceId] });
  const gate = () => company.visitor().ask(calls.link.queryConfig, { linkPath });
  const open = async (): Promise<void> => {
    for (const end = Date.now() + 20_000; (await gate()).errcode !== 0; await sleep(20)) assert.ok(Date.now() < end, 'the link opens');
  };
  await open();
  const [recycleId] = await bin.discards(person, instanceId);
  assert.notEqual((await gate()).errcode, 0, 'closed while its item is in the bin');
  assert.deepEqual(await bin.restore([recycleId!]), ['done']);
  await open();
});

test('a folder comes back whole, counts against the quota again, once, and its shares are as they were', async () => {
  const [person, other] = [await company.person(), await company.person()];
  const folder = await person.folder('brought back');
  const file = await person.uploads(freshBytes(1000), 'inside.txt', folder.instanceId);
  await person.uploads(freshBytes(500), 'inside.txt', folder.instanceId, 'version');
  await person.call(calls.innerSharing.create, {
    instanceId: folder.instanceId,
    members: [{ kind: 'person', id: other.userId, role: 'viewOnly' }],
  });
  const before = await usedBy(person);
  const [recycleId] = await bin.discards(person, folder.instanceId);
  assert.equal(await usedBy(person), before - 1500);
  await assert.rejects(other.looksAt(file.instanceId), refused('FILE_NOT_FOUND'));
  assert.deepEqual(await Promise.all([bin.restore([recycleId!]), bin.restore([recycleId!])]).then((both) => both.flat().sort()), [
    90000,
    'done',
  ]);
  assert.equal(await usedBy(person), before);
  assert.deepEqual(await person.names(folder.instanceId), ['inside.txt']);
  assert.equal((await person.downloads(file.instanceId)).length, 500);
  await other.looksAt(file.instanceId);
  assert.deepEqual(await bin.find('brought back'), []);
  await bin.isConsistent();
});

test('without its folder it needs another one of its space; a taken name is numbered', async () => {
  const person = await company.person();
  const folder = await person.folder('gone before');
  const file = await person.uploads('inside', 'orphan.txt', folder.instanceId);
  const [fileEntry] = await bin.discards(person, file.instanceId);
  const [folderEntry] = await bin.discards(person, folder.instanceId);
  const orphan = await bin.one('orphan');
  assert.deepEqual([orphan.placeGone, orphan.places], [true, [{ instanceId: person.rootId, name: '' }]]);
  assert.deepEqual(await bin.restore([fileEntry!]), [103003]);
  const stranger = await company.person();
  assert.deepEqual(await bin.restore([fileEntry!], stranger.rootId), [103004]);
  assert.deepEqual(await bin.restore([fileEntry!], folder.instanceId), [90000]);
  await person.uploads('other', 'orphan.txt');
  assert.deepEqual(await bin.restore([fileEntry!], person.rootId), ['done']);
  assert.deepEqual(await person.names(), ['orphan (1).txt', 'orphan.txt']);
  // A folder before what was deleted from it, in whatever order they are named.
  const again = await person.folder('nest');
  const below = await person.uploads('below', 'below.txt', again.instanceId);
  const [belowEntry] = await bin.discards(person, below.instanceId);
  const [nestEntry] = await bin.discards(person, again.instanceId);
  assert.deepEqual(await bin.restore([belowEntry!, nestEntry!]), ['done', 'done']);
  assert.deepEqual(await person.names(again.instanceId), ['below.txt']);
  assert.deepEqual(await bin.restore([folderEntry!]), ['done']);
  await bin.isConsistent();
});

test('without room it stays in the bin', async () => {
  const person = await company.person({ quotaBytes: 1000 });
  const file = await person.uploads(freshBytes(800), 'too big.bin');
  const [recycleId] = await bin.discards(person, file.instanceId);
  await person.uploads(freshBytes(300), 'meanwhile.bin');
  assert.deepEqual(await bin.restore([recycleId!]), [110001]);
  assert.equal((await bin.one('too big')).fileSize, 800);
  assert.equal(await usedBy(person), 300);
});

test('what is highly sensitive is not restored into a folder that is shared outside, and keeps its level elsewhere', async () => {
  const person = await company.person();
  const secret = await person.folder('secret');
  await person.call(instance.setSensitivity, { instanceId: secret.instanceId, sensitivity: 'high' });
  const file = await person.uploads('inside', 'secret.txt', secret.instanceId);
  const [recycleId] = await bin.discards(person, file.instanceId);
  const open = await person.folder('open');
  await person.call(calls.link.createOrUpdate, { instanceIds: [open.instanceId] });
  assert.deepEqual(await bin.restore([recycleId!], open.instanceId), [150030]);
  assert.deepEqual(await bin.restore([recycleId!], person.rootId), ['done']);
  assert.equal((await person.call(instance.queryInstanceDetail, { instanceId: file.instanceId })).sensitivity, 'high');
});

test('into a group that is being dissolved nothing is restored', async () => {
  const leader = await company.person();
  const { groupId } = await leader.call(calls.group.createGroup, { groupName: 'ends soon', preallocatedSize: 1_000_000 });
  const file = await leader.uploads('inside', 'of a group.txt', groupId);
  const [recycleId] = await bin.discards(leader, file.instanceId);
  await leader.call(calls.group.dissolveGroup, { groupId });
  const [refusal] = await admin.call(adminRecycle.restore, { recycleIds: [recycleId!] });
  assert.match(refusal!.done ? '' : refusal!.errmsg, /dissol|delet|解散/i);
  await leader.call(calls.group.dissolveGroup, { groupId, cancel: true });
  assert.deepEqual(await bin.restore([recycleId!]), ['done']);
});

test('old versions that are freed in the bin are not charged at a restoration', async () => {
  const person = await company.person();
  const folder = await person.folder('versions');
  const file = await person.uploads(freshBytes(1000), 'v.bin', folder.instanceId);
  await person.uploads(freshBytes(10), 'v.bin', folder.instanceId, 'version');
  const [recycleId] = await bin.discards(person, folder.instanceId);
  await sql`update version set replaced_at = now() - interval '1 year' where instance_id = ${file.instanceId} and number = 1`.execute(
    company.database,
  );
  const { freeOldVersions } = await import('../versions/free-old-versions.ts');
  await freeOldVersions(company.database, { kept: 100, days: 180 });
  assert.equal((await bin.one('versions')).fileSize, 10);
  assert.deepEqual(await bin.restore([recycleId!]), ['done']);
  assert.equal(await usedBy(person), 10);
  await bin.isConsistent();
});
