/** The administrators' bin: what is seen in it, how it comes back, and how it goes for good. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { SecondBinItem, SecondBinOutcome } from '@alcove/contract';
import { checkData } from '../integrity-check/index.ts';
import { signInAdmin } from '../repeats/changes.test-support.ts';
import { freshBytes, openCompany, refused } from '../testing/index.ts';
import type { Client, Company, Person, Reply } from '../testing/index.ts';
import { emptySecondBin } from './remove-for-good.ts';

const { adminRecycle, instance, recycle } = calls;
let company: Company;
let admin: Client;
before(async () => {
  company = await openCompany();
  admin = await signInAdmin(company);
});
after(() => company.close());

const used = async (person: Person): Promise<number> => (await person.call(calls.user.queryUserCapacity, {})).usedSelfCapacity;
const find = async (keyword: string): Promise<SecondBinItem[]> => (await admin.call(adminRecycle.page, { keyword, pageSize: 100 })).items;
const one = async (keyword: string): Promise<SecondBinItem> => {
  const [item, ...more] = await find(keyword);
  assert.ok(item && more.length === 0, keyword);
  return item;
};
/** Deletes items and removes them from their bin, and waits until their quota is released. */
async function discards(person: Person, ...instanceIds: string[]): Promise<string[]> {
  await person.call(instance.remove, { instanceIds });
  const { rows } = await sql<{ id: string }>`
    select id from recycle where instance_id = any(${instanceIds}::uuid[]) order by array_position(${instanceIds}::uuid[], instance_id)`.execute(
    company.database,
  );
  const recycleIds = rows.map(({ id }) => id);
  await person.call(recycle.remove, { recycleIds });
  await released();
  return recycleIds;
}
/** The server's job releases it. */
async function released(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from recycle where bin = 2 and bytes is null limit 1`.execute(company.database);
    if (rows.length === 0) return;
    await sleep(20);
  }
}
const restore = async (recycleIds: string[], targetParentId?: string) =>
  (await admin.call(adminRecycle.restore, { recycleIds, ...(targetParentId && { targetParentId }) })).map((outcome) =>
    outcome.done ? 'done' : outcome.errcode,
  );
const jobOf = () => ({ database: company.database, logger: company.logger, serviceConfig: company.alcove.serviceConfig });
const due = (recycleIds: string[]) =>
  sql`update recycle set going_at = now() - interval '1 second' where id = any(${recycleIds}::uuid[]) and bin = 2 and going_at is not null`.execute(
    company.database,
  );
async function removedForGood(recycleIds: string[], rows?: number): Promise<void> {
  await admin.call(adminRecycle.remove, { recycleIds });
  await due(recycleIds);
  for (;;) {
    await emptySecondBin(jobOf(), rows);
    const { rows: left } = await sql`select from recycle where id = any(${recycleIds}::uuid[]) limit 1`.execute(company.database);
    if (left.length === 0) return;
  }
}
const rowsOf = async (instanceIds: string[]): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from instance where id = any(${instanceIds}::uuid[])`.execute(company.database))
    .rows[0]!.n;
const isConsistent = async (): Promise<void> => assert.deepEqual(await checkData(company.database), []);

test('what left a bin is listed with its place, its people and its size, and found by two characters of its name', async () => {
  const person = await company.person();
  const folder = await person.folder('季度');
  const file = await person.uploads('twelve bytes', '薪酬汇总.txt', folder.instanceId);
  await discards(person, file.instanceId);
  const found = await one('薪酬');
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
  const [recycleId] = await discards(person, (await person.uploads('x', 'closed.txt')).instanceId);
  await assert.rejects(person.call(adminRecycle.page, {}), refused('NOT_ALLOWED'));
  for (const call of [adminRecycle.restore, adminRecycle.remove, adminRecycle.keep])
    await assert.rejects(person.call(call, { recycleIds: [recycleId!] }), refused('NOT_ALLOWED'));
  await assert.rejects(person.call(adminRecycle.clear, {}), refused('NOT_ALLOWED'));
  assert.equal((await one('closed')).removeTime, null);
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
  const [recycleId] = await discards(person, (await person.uploads('x', 'lost meanwhile.txt')).instanceId);
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
    assert.equal((await one('lost meanwhile')).removeTime, null);
  }
});

test('into the space of somebody who left, which is being removed, nothing is restored', async () => {
  const person = await company.person();
  const [recycleId] = await discards(person, (await person.uploads('x', 'of a leaver.txt')).instanceId);
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
  assert.deepEqual(await restore([recycleId!]), [103003]);
  assert.deepEqual(await restore([recycleId!], person.rootId), [103003]);
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
  const [recycleId] = await discards(person, instanceId);
  assert.notEqual((await gate()).errcode, 0, 'closed while its item is in the bin');
  assert.deepEqual(await restore([recycleId!]), ['done']);
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
  const before = await used(person);
  const [recycleId] = await discards(person, folder.instanceId);
  assert.equal(await used(person), before - 1500);
  await assert.rejects(other.looksAt(file.instanceId), refused('FILE_NOT_FOUND'));
  assert.deepEqual(await Promise.all([restore([recycleId!]), restore([recycleId!])]).then((both) => both.flat().sort()), [90000, 'done']);
  assert.equal(await used(person), before);
  assert.deepEqual(await person.names(folder.instanceId), ['inside.txt']);
  assert.equal((await person.downloads(file.instanceId)).length, 500);
  await other.looksAt(file.instanceId);
  assert.deepEqual(await find('brought back'), []);
  await isConsistent();
});

test('without its folder it needs another one of its space; a taken name is numbered', async () => {
  const person = await company.person();
  const folder = await person.folder('gone before');
  const file = await person.uploads('inside', 'orphan.txt', folder.instanceId);
  const [fileEntry] = await discards(person, file.instanceId);
  const [folderEntry] = await discards(person, folder.instanceId);
  const orphan = await one('orphan');
  assert.deepEqual([orphan.placeGone, orphan.places], [true, [{ instanceId: person.rootId, name: '' }]]);
  assert.deepEqual(await restore([fileEntry!]), [103003]);
  const stranger = await company.person();
  assert.deepEqual(await restore([fileEntry!], stranger.rootId), [103004]);
  assert.deepEqual(await restore([fileEntry!], folder.instanceId), [90000]);
  await person.uploads('other', 'orphan.txt');
  assert.deepEqual(await restore([fileEntry!], person.rootId), ['done']);
  assert.deepEqual(await person.names(), ['orphan (1).txt', 'orphan.txt']);
  // A folder before what was deleted from it, in whatever order they are named.
  const again = await person.folder('nest');
  const below = await person.uploads('below', 'below.txt', again.instanceId);
  const [belowEntry] = await discards(person, below.instanceId);
  const [nestEntry] = await discards(person, again.instanceId);
  assert.deepEqual(await restore([belowEntry!, nestEntry!]), ['done', 'done']);
  assert.deepEqual(await person.names(again.instanceId), ['below.txt']);
  assert.deepEqual(await restore([folderEntry!]), ['done']);
  await isConsistent();
});

test('without room it stays in the bin', async () => {
  const person = await company.person({ quotaBytes: 1000 });
  const file = await person.uploads(freshBytes(800), 'too big.bin');
  const [recycleId] = await discards(person, file.instanceId);
  await person.uploads(freshBytes(300), 'meanwhile.bin');
  assert.deepEqual(await restore([recycleId!]), [110001]);
  assert.equal((await one('too big')).fileSize, 800);
  assert.equal(await used(person), 300);
});

test('what is highly sensitive is not restored into a folder that is shared outside, and keeps its level elsewhere', async () => {
  const person = await company.person();
  const secret = await person.folder('secret');
  await person.call(instance.setSensitivity, { instanceId: secret.instanceId, sensitivity: 'high' });
  const file = await person.uploads('inside', 'secret.txt', secret.instanceId);
  const [recycleId] = await discards(person, file.instanceId);
  const open = await person.folder('open');
  await person.call(calls.link.createOrUpdate, { instanceIds: [open.instanceId] });
  assert.deepEqual(await restore([recycleId!], open.instanceId), [150030]);
  assert.deepEqual(await restore([recycleId!], person.rootId), ['done']);
  assert.equal((await person.call(instance.queryInstanceDetail, { instanceId: file.instanceId })).sensitivity, 'high');
});

test('into a group that is being dissolved nothing is restored', async () => {
  const leader = await company.person();
  const { groupId } = await leader.call(calls.group.createGroup, { groupName: 'ends soon', preallocatedSize: 1_000_000 });
  const file = await leader.uploads('inside', 'of a group.txt', groupId);
  const [recycleId] = await discards(leader, file.instanceId);
  await leader.call(calls.group.dissolveGroup, { groupId });
  const [refusal] = await admin.call(adminRecycle.restore, { recycleIds: [recycleId!] });
  assert.match(refusal!.done ? '' : refusal!.errmsg, /dissol|delet|解散/i);
  await leader.call(calls.group.dissolveGroup, { groupId, cancel: true });
  assert.deepEqual(await restore([recycleId!]), ['done']);
});

test('what is marked can be kept or restored until its time, and then goes with its contents', async () => {
  const person = await company.person();
  const [kept, back, gone] = [
    await person.uploads('kept', 'marked kept.txt'),
    await person.uploads('back', 'marked back.txt'),
    await person.uploads(freshBytes(700), 'marked gone.txt'),
  ];
  const [keptEntry, backEntry, goneEntry] = await discards(person, kept.instanceId, back.instanceId, gone.instanceId);
  const recycleIds = [keptEntry!, backEntry!, goneEntry!];
  await admin.call(adminRecycle.remove, { recycleIds });
  const { removeTime } = await one('marked gone');
  assert.ok(Math.abs(Date.parse(removeTime!) - Date.now() - 24 * 3_600_000) < 60_000, removeTime!);
  await emptySecondBin(jobOf());
  assert.equal((await find('marked')).length, 3, 'not before its time');
  await admin.call(adminRecycle.keep, { recycleIds: [keptEntry!] });
  assert.deepEqual(await restore([backEntry!]), ['done']);
  await due(recycleIds);
  while ((await emptySecondBin(jobOf())) > 0);
  assert.deepEqual(
    (await find('marked')).map(({ recycleId, removeTime: time }) => [recycleId, time]),
    [[keptEntry, null]],
  );
  assert.equal(await rowsOf([gone.instanceId]), 0);
  const { rows } = await sql<{ waits: boolean }>`select unneeded_since is not null as waits from blob where size = 700`.execute(
    company.database,
  );
  assert.deepEqual(rows, [{ waits: true }]);
  assert.deepEqual(await restore([goneEntry!]), [90000]);
  const { rows: logged } = await sql<{ action: string }>`
    select distinct action from audit_log where object_id = ${gone.instanceId} and action ~ 'adminRecycle|system' order by action`.execute(
    company.database,
  );
  assert.deepEqual(
    logged.map(({ action }) => action),
    ['adminRecycle.remove', 'system.deleteForGood'],
  );
  await isConsistent();
});

test('what has been there for its term goes by itself', async () => {
  const person = await company.person();
  const [recycleId] = await discards(person, (await person.uploads('old', 'expired.txt')).instanceId);
  await sql`update recycle set left_at = now() - interval '31 days' where id = ${recycleId}`.execute(company.database);
  await company.configures('secondBinDays', 60);
  await emptySecondBin(jobOf());
  assert.equal((await find('expired')).length, 1, 'the term is configured');
  await company.configures('secondBinDays', undefined);
  while ((await emptySecondBin(jobOf())) > 0);
  assert.deepEqual(await find('expired'), []);
});

test('a large folder goes in steps, by two processes at once and after one was stopped; what was deleted from it before stays', async () => {
  const person = await company.person();
  const folder = await person.folder('large');
  const inner = await person.folder('inner', folder.instanceId);
  const before = await used(person);
  const files = [];
  for (let n = 0; n < 5; n += 1) files.push(await person.uploads(`content ${n}`, `${n}.txt`, n < 3 ? folder.instanceId : inner.instanceId));
  const earlier = await person.uploads('earlier', 'deleted before.txt', inner.instanceId);
  await person.call(instance.remove, { instanceIds: [earlier.instanceId] });
  const [recycleId] = await discards(person, folder.instanceId);
  await admin.call(adminRecycle.remove, { recycleIds: [recycleId!] });
  await due([recycleId!]);
  await emptySecondBin(jobOf(), 2);
  // Stopped here: some files are gone (the server's own job may have taken more), and nobody can restore the rest.
  assert.ok((await rowsOf(files.map(({ instanceId }) => instanceId))) <= 3);
  assert.deepEqual(await restore([recycleId!]), [90000]);
  assert.deepEqual(await find('large'), []);
  await isConsistent();
  for (let steps = 0; (await rowsOf(files.map(({ instanceId }) => instanceId))) > 0; steps += 1) {
    assert.ok(steps < 20, 'it ends');
    await Promise.all([emptySecondBin(jobOf(), 2), emptySecondBin(jobOf(), 2)]);
  }
  await emptySecondBin(jobOf());
  assert.equal(await rowsOf([folder.instanceId, inner.instanceId]), 2, 'the folders wait for what was deleted from them');
  const bin = await person.call(recycle.page, {});
  const [restored] = await person.call(recycle.restore, { recycleIds: [bin.items[0]!.recycleId], targetParentId: person.rootId });
  assert.equal(restored!.done, true);
  await sql`update recycle set going_at = now() where id = ${recycleId}`.execute(company.database);
  while ((await emptySecondBin(jobOf())) > 0);
  assert.equal(await rowsOf([folder.instanceId, inner.instanceId]), 0);
  assert.equal(await used(person), before + 'earlier'.length);
  await isConsistent();
});

test('old versions that are freed in the bin are not charged at a restoration', async () => {
  const person = await company.person();
  const folder = await person.folder('versions');
  const file = await person.uploads(freshBytes(1000), 'v.bin', folder.instanceId);
  await person.uploads(freshBytes(10), 'v.bin', folder.instanceId, 'version');
  const [recycleId] = await discards(person, folder.instanceId);
  await sql`update version set replaced_at = now() - interval '1 year' where instance_id = ${file.instanceId} and number = 1`.execute(
    company.database,
  );
  const { freeOldVersions } = await import('../versions/free-old-versions.ts');
  await freeOldVersions(company.database, { kept: 100, days: 180 });
  assert.equal((await one('versions')).fileSize, 10);
  assert.deepEqual(await restore([recycleId!]), ['done']);
  assert.equal(await used(person), 10);
  await isConsistent();
});

test('the brake: more than may go in 24 hours waits, those who may delete are told once, and it can still be restored', async () => {
  const person = await company.person();
  const [small, large] = [await person.uploads('small', 'small braked.txt'), await person.folder('large braked')];
  for (let n = 0; n < 3; n += 1) await person.uploads(`braked ${n}`, `${n}.txt`, large.instanceId);
  const [smallEntry, largeEntry] = await discards(person, small.instanceId, large.instanceId);
  await sql`delete from second_bin_hour`.execute(company.database);
  await company.configures('secondBinBrakePercent', 0);
  await company.configures('secondBinBrakeFiles', 2);
  try {
    await admin.call(adminRecycle.remove, { recycleIds: [largeEntry!, smallEntry!] });
    await due([largeEntry!, smallEntry!]);
    while ((await emptySecondBin(jobOf())) > 0);
    assert.equal(await rowsOf([small.instanceId, large.instanceId]), 1, 'what fits goes');
    assert.equal((await one('large braked')).held, true);
    const told = async () =>
      (await admin.call(calls.notice.page, { pageSize: 100 })).items.flatMap((notice) =>
        notice.kind === 'secondBinHeld' ? [notice.data] : [],
      );
    assert.deepEqual(await told(), [{ files: 3, most: 2 }]);
    await emptySecondBin(jobOf());
    assert.equal((await told()).length, 1);
    assert.match(company.troubles.join(), /unusually many files/);
    company.troubles.length = 0;
    assert.deepEqual(await restore([largeEntry!]), ['done']);
  } finally {
    await company.configures('secondBinBrakePercent', undefined);
    await company.configures('secondBinBrakeFiles', undefined);
  }
});

test('emptying is a task that marks what is there now or what a filter finds; what comes later stays', async () => {
  const person = await company.person();
  const files = [];
  for (let n = 0; n < 3; n += 1) files.push(await person.uploads(`cleared ${n}`, `cleared ${n}.txt`));
  await discards(person, ...files.map(({ instanceId }) => instanceId));
  const other = await person.uploads('beside', 'beside.txt');
  await discards(person, other.instanceId);
  const { taskId } = await admin.call(adminRecycle.clear, { keyword: 'cleared', deletedBy: person.userId });
  for (;;) {
    const task = (await admin.call(calls.task.list, {})).find((shown) => shown.taskId === taskId);
    assert.ok(task && task.state !== 'failed');
    if (task.state === 'done') {
      assert.deepEqual(
        [task.kind, task.kind === 'secondBinClearing' && task.marked, task.done, task.total],
        ['secondBinClearing', 3, 3, 3],
      );
      break;
    }
    await sleep(20);
  }
  assert.deepEqual(
    (await find('cleared')).map(({ removeTime }) => removeTime !== null),
    [true, true, true],
  );
  assert.equal((await one('beside')).removeTime, null);
  const { rows } =
    await sql`select from audit_log where action = 'adminRecycle.clear' and object_id = any(${files.map(({ instanceId }) => instanceId)}::uuid[])`.execute(
      company.database,
    );
  assert.equal(rows.length, 3);
  await removedForGood((await find('cleared')).map(({ recycleId }) => recycleId));
});
