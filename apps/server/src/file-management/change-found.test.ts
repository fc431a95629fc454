/** Everything that a filter finds is changed as a task, which is canceled, interrupted and refused between two items. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls, limits } from '@alcove/contract';
import type { AdminItem, InputOf, ManagedFilesTask, Notice, TaskProgress } from '@alcove/contract';
import { checkData } from '../integrity-check/index.ts';
import { newId } from '../ids.ts';
import { signInAdmin } from '../repeats/changes.test-support.ts';
import { openCompany, refused } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';

const { adminFile } = calls;
let company: Company;
let admin: Client;
before(async () => {
  company = await openCompany();
  admin = await signInAdmin(company);
});
after(() => company.close());

/** Empty folders, straight in the database: `word 1`, `word 2` and so on, the first changed last. */
async function folders(owner: Person, word: string, n: number): Promise<void> {
  await company.database.transaction().execute(async (transaction) => {
    // Without what the database counts for each of many.
    if (n > 1000) await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, creator_id, editor_id, updated_at)
      select given.id, p.space_id, p.id, false, ${word} || ' ' || n, ${word} || ' ' || n, p.creator_id, p.editor_id, now() - n * interval '1 second'
      from instance p, unnest(${Array.from({ length: n }, () => newId())}::uuid[]) with ordinality as given (id, n) where p.id = ${owner.rootId}`.execute(
      transaction,
    );
    await sql`
      insert into instance_name (instance_id, space_id) select id, space_id from instance i
      where i.parent_id = ${owner.rootId} and not exists (select from instance_name k where k.instance_id = i.id)`.execute(transaction);
  });
}

type Asked = InputOf<typeof adminFile.changeFound>;
type Ended = TaskProgress & ManagedFilesTask;
async function taskOf(by: Client, taskId: string): Promise<Ended> {
  const task = (await by.call(calls.task.list, {})).find((one) => one.taskId === taskId);
  assert.ok(task?.kind === 'managedFiles');
  return task;
}
async function ended(by: Client, taskId: string): Promise<Ended> {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(100)) {
    const task = await taskOf(by, taskId);
    if (task.endTime !== null) return task;
  }
  throw new Error('the task does not end');
}
const changes = async (by: Client, asked: Asked): Promise<Ended> => ended(by, (await by.call(adminFile.changeFound, asked)).taskId);
const left = async (keyword: string): Promise<number> => (await admin.call(adminFile.count, { keyword })).n;
/** The entries of the log and of the bins on what has this word in its name: each item once. */
const entriesOn = async (word: string) =>
  (
    await sql<{ log: number; bin: number }>`
      select (select count(*)::int from audit_log l join instance i on i.id = l.object_id where l.action = 'adminFile.changeFound' and l.result = 0 and i.name like ${`${word} %`}) as log,
        (select count(*)::int from recycle r join instance i on i.id = r.instance_id where i.name like ${`${word} %`}) as bin`.execute(
      company.database,
    )
  ).rows[0]!;
const noticesOf = async <Kind extends Notice['kind']>(person: Person, kind: Kind) =>
  (await person.call(calls.notice.page, { pageSize: 100 })).items.filter(
    (one): one is Extract<Notice, { kind: Kind }> => one.kind === kind,
  );
const removals = async (person: Person) => (await noticesOf(person, 'fileRemoved')).map(({ data }) => data);

test('all that is found is deleted and logged one by one, and its owner is told once; what nobody may change is named', async () => {
  const [owner, other] = [await company.person(), await company.person()];
  await folders(owner, 'many', 42);
  await folders(other, 'many', 3);
  const found = { keyword: 'many' };
  assert.deepEqual(await admin.call(adminFile.count, found), { n: 45, more: false });
  const task = await changes(admin, { deed: 'remove', filter: found });
  assert.deepEqual([task.state, task.changed, task.refused, task.done, task.total], ['done', 45, 0, 45, 45]);
  assert.equal(await left('many'), 0);
  assert.deepEqual(await entriesOn('many'), { log: 45, bin: 45 });
  assert.deepEqual(
    [await removals(owner), await removals(other)].map((told) => told.map(({ others }) => others)),
    [[41], [2]],
  );
  const group = (await owner.call(calls.group.createGroup, { groupName: '要解散的组', preallocatedSize: 1_000_000 })).groupId;
  for (const parentId of [owner.rootId, group]) await owner.uploads(`level in ${parentId}`, `leveled ${parentId}.txt`, parentId);
  await owner.call(calls.group.dissolveGroup, { groupId: group });
  const leveled = await changes(admin, { deed: 'setSensitivity', sensitivity: 'internal', filter: { keyword: 'leveled' } });
  assert.deepEqual([leveled.state, leveled.changed, leveled.refused], ['done', 1, 1]);
  assert.deepEqual(
    leveled.refusals.map(({ instanceName, errcode }) => [instanceName, errcode]),
    [[`leveled ${group}.txt`, 180_012]],
  );
});

test('what is below a folder that goes is no refusal, and links and shares end, of which each giver and receiver is told once', async () => {
  const [owner, other] = [await company.person(), await company.person()];
  const folder = await owner.folder('nested');
  const inside = await owner.uploads('inside', 'nested inside.txt', folder.instanceId);
  for (let links = 0; links < 2; links += 1) await owner.call(calls.link.createOrUpdate, { instanceIds: [inside.instanceId] });
  for (const { instanceId } of [folder, inside])
    await owner.call(calls.innerSharing.create, { instanceId, members: [{ kind: 'person', id: other.userId, role: 'viewOnly' }] });
  assert.equal((await changes(admin, { deed: 'endLinks', filter: { keyword: 'nested' } })).changed, 2);
  assert.equal((await admin.call(adminFile.count, { keyword: 'nested', linked: true })).n, 0);
  assert.deepEqual(
    (await noticesOf(owner, 'linkWithdrawn')).map(({ data }) => data.links),
    [2],
  );
  assert.equal((await changes(admin, { deed: 'endShares', filter: { keyword: 'nested' } })).changed, 2);
  assert.deepEqual(
    [...(await noticesOf(owner, 'shareEnded')), ...(await noticesOf(other, 'shareWithdrawn'))].map(({ data }) => data.others),
    [1, 1],
  );
  const task = await changes(admin, { deed: 'remove', filter: { keyword: 'nested' } });
  assert.deepEqual([task.state, task.refused, await left('nested')], ['done', 0, 0]);
});

async function officer(...adminItems: AdminItem[]): Promise<Person> {
  const person = await company.person();
  const { roleId } = await admin.call(calls.adminRole.create, {
    name: `found ${person.accountName.slice(-12)}`,
    type: 'ordinary',
    adminItems,
    fileItems: [],
  });
  await gives(person, roleId);
  return person;
}
async function gives(person: Person, ...roleIds: string[]): Promise<void> {
  const { items } = await admin.call(calls.adminRole.page, {});
  const employee = items.find(({ builtIn }) => builtIn === 'employee')!.roleId;
  await admin.call(calls.adminRole.assign, { userIds: [person.userId], roleIds: [employee, ...roleIds] });
}

/** Stops a task at one of its 30 items, by that item's lock, does something meanwhile, and lets it go on. */
async function heldAt(word: string, at: number, meanwhile: (by: Person, taskId: string, pid: number) => Promise<unknown>) {
  const [owner, by] = [await company.person(), await officer('files.view', 'files.remove')];
  await folders(owner, word, 30);
  let taskId = '';
  await company.database.transaction().execute(async (transaction) => {
    await sql`select from instance where name = ${`${word} ${at}`} for update`.execute(transaction);
    taskId = (await by.call(adminFile.changeFound, { deed: 'remove', filter: { keyword: word } })).taskId;
    let pid: number | undefined;
    for (const end = Date.now() + 30_000; pid === undefined; await sleep(10)) {
      assert.ok(Date.now() < end, 'it waits for nothing');
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`.execute(company.database);
      pid = rows[0]?.pid;
    }
    await meanwhile(by, taskId, pid);
  });
  return { task: await ended(by, taskId), owner };
}

test('canceled, it stops between two items: what was done stays, and owners hear of that much', async () => {
  const { task, owner } = await heldAt('canceled', 26, async (by, taskId) => {
    await by.call(calls.task.cancel, { taskId });
    await sleep(600); // a task looks twice a second
  });
  assert.equal(task.state, 'cancelled');
  const done = 30 - (await left('canceled'));
  assert.ok(done >= 25 && done < 30, `${done} are done`);
  assert.deepEqual(await entriesOn('canceled'), { log: done, bin: done });
  assert.deepEqual(
    (await removals(owner)).map(({ others }) => others),
    [done - 1],
  );
});

test('its connection is lost in the middle: the rest is done, and nothing twice', async () => {
  const { task, owner } = await heldAt('interrupted', 24, (_by, _taskId, pid) =>
    sql`select pg_terminate_backend(${pid})`.execute(company.database),
  );
  assert.deepEqual([task.state, task.changed, await left('interrupted')], ['done', 30, 0]);
  assert.deepEqual(await entriesOn('interrupted'), { log: 30, bin: 30 });
  assert.equal(
    (await removals(owner)).reduce((sum, { others = 0 }) => sum + 1 + others, 0),
    30,
  );
  assert.deepEqual(await checkData(company.database), []);
});

test('who loses the right meanwhile changes nothing more', async () => {
  const { task } = await heldAt('refused', 10, (by) => gives(by));
  assert.deepEqual([task.state, await left('refused')], ['failed', 21]);
});

test('it needs the item of the deed and a filter, and not more than a task may change', async () => {
  const finder = await officer('files.view');
  const asked = { deed: 'remove', filter: { keyword: 'crowd' } } as const;
  await assert.rejects(finder.call(adminFile.changeFound, asked), refused('NOT_ALLOWED'));
  const fieldOf = async (fields: Asked) => (await admin.ask(adminFile.changeFound, fields)).field;
  assert.deepEqual(
    [
      await fieldOf({ deed: 'remove', filter: {} }),
      await fieldOf({ deed: 'setSensitivity', filter: { keyword: 'crowd' } }),
      await fieldOf({ deed: 'remove', filter: { keyword: 'crowd', sizeMin: 2, sizeMax: 1 } }),
    ],
    ['filter', 'sensitivity', 'filter.sizeMax'],
  );
  await folders(finder, 'crowd', limits.filesChangedByTask + 1);
  await sql`analyze instance, instance_name`.execute(company.database);
  assert.deepEqual(await admin.call(adminFile.count, { keyword: 'crowd' }), { n: limits.filesChangedByTask, more: true });
  await assert.rejects(admin.call(adminFile.changeFound, asked), refused('FOUND_TOO_MANY'));
});
