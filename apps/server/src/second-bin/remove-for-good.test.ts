/** The administrators' bin: how its entries go for good. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import { freshBytes } from '../testing/index.ts';
import type { Client, Company } from '../testing/index.ts';
import { SecondBin, usedBy } from './second-bin.test-support.ts';

const { adminRecycle, instance, recycle } = calls;
let bin: SecondBin;
let company: Company;
let admin: Client;
before(async () => {
  bin = await SecondBin.open();
  ({ company, admin } = bin);
});
after(() => bin.company.close());

async function removedForGood(recycleIds: string[]): Promise<void> {
  await admin.call(adminRecycle.remove, { recycleIds });
  await bin.due(recycleIds);
  for (;;) {
    await bin.empties();
    const { rows: left } = await sql`select from recycle where id = any(${recycleIds}::uuid[]) limit 1`.execute(company.database);
    if (left.length === 0) return;
  }
}
const rowsOf = async (instanceIds: string[]): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from instance where id = any(${instanceIds}::uuid[])`.execute(company.database))
    .rows[0]!.n;

test('what is marked can be kept or restored until its time, and then goes with its contents', async () => {
  const person = await company.person();
  const [kept, back, gone] = [
    await person.uploads('kept', 'marked kept.txt'),
    await person.uploads('back', 'marked back.txt'),
    await person.uploads(freshBytes(700), 'marked gone.txt'),
  ];
  const [keptEntry, backEntry, goneEntry] = await bin.discards(person, kept.instanceId, back.instanceId, gone.instanceId);
  const recycleIds = [keptEntry!, backEntry!, goneEntry!];
  await admin.call(adminRecycle.remove, { recycleIds });
  const { removeTime } = await bin.one('marked gone');
  assert.ok(Math.abs(Date.parse(removeTime!) - Date.now() - 24 * 3_600_000) < 60_000, removeTime!);
  await bin.empties();
  assert.equal((await bin.find('marked')).length, 3, 'not before its time');
  await admin.call(adminRecycle.keep, { recycleIds: [keptEntry!] });
  assert.deepEqual(await bin.restore([backEntry!]), ['done']);
  await bin.due(recycleIds);
  while ((await bin.empties()) > 0);
  assert.deepEqual(
    (await bin.find('marked')).map(({ recycleId, removeTime: time }) => [recycleId, time]),
    [[keptEntry, null]],
  );
  assert.equal(await rowsOf([gone.instanceId]), 0);
  const { rows } = await sql<{ waits: boolean }>`select unneeded_since is not null as waits from blob where size = 700`.execute(
    company.database,
  );
  assert.deepEqual(rows, [{ waits: true }]);
  assert.deepEqual(await bin.restore([goneEntry!]), [90000]);
  const { rows: logged } = await sql<{ action: string }>`
    select distinct action from audit_log where object_id = ${gone.instanceId} and action ~ 'adminRecycle|system' order by action`.execute(
    company.database,
  );
  assert.deepEqual(
    logged.map(({ action }) => action),
    ['adminRecycle.remove', 'system.deleteForGood'],
  );
  await bin.isConsistent();
});

test('what has been there for its term goes by itself', async () => {
  const person = await company.person();
  const [recycleId] = await bin.discards(person, (await person.uploads('old', 'expired.txt')).instanceId);
  await sql`update recycle set left_at = now() - interval '31 days' where id = ${recycleId}`.execute(company.database);
  await company.configures('secondBinDays', 60);
  await bin.empties();
  assert.equal((await bin.find('expired')).length, 1, 'the term is configured');
  await company.configures('secondBinDays', undefined);
  while ((await bin.empties()) > 0);
  assert.deepEqual(await bin.find('expired'), []);
});

test('a large folder goes in steps, by two processes at once and after one was stopped; what was deleted from it before stays', async () => {
  const person = await company.person();
  const folder = await person.folder('large');
  const inner = await person.folder('inner', folder.instanceId);
  const before = await usedBy(person);
  const files = [];
  for (let n = 0; n < 5; n += 1) files.push(await person.uploads(`content ${n}`, `${n}.txt`, n < 3 ? folder.instanceId : inner.instanceId));
  const earlier = await person.uploads('earlier', 'deleted before.txt', inner.instanceId);
  await person.call(instance.remove, { instanceIds: [earlier.instanceId] });
  const [recycleId] = await bin.discards(person, folder.instanceId);
  await admin.call(adminRecycle.remove, { recycleIds: [recycleId!] });
  await bin.due([recycleId!]);
  await bin.empties(2);
  // Stopped here: some files are gone (the server's own job may have taken more), and nobody can restore the rest.
  assert.ok((await rowsOf(files.map(({ instanceId }) => instanceId))) <= 3);
  assert.deepEqual(await bin.restore([recycleId!]), [90000]);
  assert.deepEqual(await bin.find('large'), []);
  await bin.isConsistent();
  for (let steps = 0; (await rowsOf(files.map(({ instanceId }) => instanceId))) > 0; steps += 1) {
    assert.ok(steps < 20, 'it ends');
    await Promise.all([bin.empties(2), bin.empties(2)]);
  }
  await bin.empties();
  assert.equal(await rowsOf([folder.instanceId, inner.instanceId]), 2, 'the folders wait for what was deleted from them');
  const deleted = await person.call(recycle.page, {});
  const [restored] = await person.call(recycle.restore, { recycleIds: [deleted.items[0]!.recycleId], targetParentId: person.rootId });
  assert.equal(restored!.done, true);
  await sql`update recycle set going_at = now() where id = ${recycleId}`.execute(company.database);
  while ((await bin.empties()) > 0);
  assert.equal(await rowsOf([folder.instanceId, inner.instanceId]), 0);
  assert.equal(await usedBy(person), before + 'earlier'.length);
  await bin.isConsistent();
});

test('the brake: more than may go in 24 hours waits, those who may delete are told once, and it can still be restored', async () => {
  const person = await company.person();
  const [small, large] = [await person.uploads('small', 'small braked.txt'), await person.folder('large braked')];
  for (let n = 0; n < 3; n += 1) await person.uploads(`braked ${n}`, `${n}.txt`, large.instanceId);
  const [smallEntry, largeEntry] = await bin.discards(person, small.instanceId, large.instanceId);
  await sql`delete from second_bin_hour`.execute(company.database);
  await company.configures('secondBinBrakePercent', 0);
  await company.configures('secondBinBrakeFiles', 2);
  try {
    await admin.call(adminRecycle.remove, { recycleIds: [largeEntry!, smallEntry!] });
    await bin.due([largeEntry!, smallEntry!]);
    while ((await bin.empties()) > 0);
    assert.equal(await rowsOf([small.instanceId, large.instanceId]), 1, 'what fits goes');
    assert.equal((await bin.one('large braked')).held, true);
    const told = async () =>
      (await admin.call(calls.notice.page, { pageSize: 100 })).items.flatMap((notice) =>
        notice.kind === 'secondBinHeld' ? [notice.data] : [],
      );
    assert.deepEqual(await told(), [{ files: 3, most: 2 }]);
    await bin.empties();
    assert.equal((await told()).length, 1);
    assert.match(company.troubles.join(), /unusually many files/);
    company.troubles.length = 0;
    assert.deepEqual(await bin.restore([largeEntry!]), ['done']);
  } finally {
    await company.configures('secondBinBrakePercent', undefined);
    await company.configures('secondBinBrakeFiles', undefined);
  }
});

test('emptying is a task that marks what is there now or what a filter finds; what comes later stays', async () => {
  const person = await company.person();
  const files = [];
  for (let n = 0; n < 3; n += 1) files.push(await person.uploads(`cleared ${n}`, `cleared ${n}.txt`));
  await bin.discards(person, ...files.map(({ instanceId }) => instanceId));
  const other = await person.uploads('beside', 'beside.txt');
  await bin.discards(person, other.instanceId);
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
    (await bin.find('cleared')).map(({ removeTime }) => removeTime !== null),
    [true, true, true],
  );
  assert.equal((await bin.one('beside')).removeTime, null);
  const { rows } =
    await sql`select from audit_log where action = 'adminRecycle.clear' and object_id = any(${files.map(({ instanceId }) => instanceId)}::uuid[])`.execute(
      company.database,
    );
  assert.equal(rows.length, 3);
  await removedForGood((await bin.find('cleared')).map(({ recycleId }) => recycleId));
});
