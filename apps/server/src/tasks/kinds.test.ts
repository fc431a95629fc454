/** A kind of task that only the tests know, in real server processes that are killed, stopped and set against each other. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { calls, failureText } from '@alcove/contract';
import type { SpaceId, Task } from '@alcove/contract';
import type { Alcove } from '../alcove.ts';
import { readConfig } from '../config.ts';
import { openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import { checkData } from '../integrity-check/index.ts';
import { adminPassword, freePort, freshDataFolder, Listener, peopleAt, startServer, stopServers } from '../testing/index.ts';
import type { Person, ServerProcess } from '../testing/index.ts';
import { countedBy, counting, createCounted } from './counting.test-support.ts';
import { createTask } from './index.ts';
import { openCounting } from './open-counting.test-support.ts';
import { removeEndedTasks } from './task-queries.ts';

const program = fileURLToPath(new URL('counting-server.test-support.ts', import.meta.url));
const dataDir = freshDataFolder();
let opened: TestDatabase;
let database: Kysely<Tables>;
/** Both are killed in the second test. A start compiles the server, so the others are about one in this process. */
let servers: ServerProcess[];
let here: Alcove | null = null;
let person: Person;

before(async () => {
  opened = await openTestDatabase();
  database = opened.kysely;
  await createCounted(database);
  const ports = [await freePort(), await freePort()];
  // One that listens, one with the locks, and one for each of two tasks: whoever waits for a fifth inside a transaction waits for ever.
  const env = { DATABASE_URL: opened.url, ALCOVE_DATABASE_POOL: '4' };
  servers = await Promise.all(ports.map((port) => startServer(dataDir, port, { program, env })));
  person = await peopleAt(servers[0]!.origin, database).person();
});
after(async () => {
  await here?.close();
  stopServers();
  await opened.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const count = (name: string, items: number, pauseMs = 0): Promise<string> =>
  createTask(database, counting, { ownerId: person.userId, input: { name, items, pauseMs }, total: items });

const numbers = (upTo: number): number[] => Array.from({ length: upTo }, (_, item) => item);
const itemsOf = async (name: string): Promise<number[]> => (await countedBy(database, name)).map(({ item }) => item);

async function until(fits: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  for (const began = performance.now(); !(await fits()); await sleep(10))
    assert.ok(performance.now() - began < withinMs, `not within ${withinMs} ms`);
}
const untilCounted = (name: string, least: number): Promise<void> => until(async () => (await itemsOf(name)).length >= least);

const rowOf = (id: string) => database.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function ended(id: string): Promise<Task> {
  await until(async () => (await rowOf(id)).ended_at !== null);
  return (await person.call(calls.task.list, {})).find(({ taskId }) => taskId === id)!;
}

test('two processes share the tasks: each item is done once', async () => {
  // Each process takes two at a time, and looks for more every 5 s: it cannot end all of them before the other one looks.
  const names = [...'abcde'];
  const ids = await Promise.all(names.map((name) => count(name, 60, 45)));
  for (const id of ids) assert.equal((await ended(id)).state, 'done');
  const counted = await Promise.all(names.map((name) => countedBy(database, name)));
  for (const of of counted)
    assert.deepEqual(
      of.map(({ item }) => item),
      numbers(60),
    );
  assert.equal(new Set(counted.flat().map(({ process }) => process)).size, 2);
});

test('killed twice in the middle of 120 items: each is done once', async () => {
  const id = await count('killed', 120, 10);
  for (const least of [30, 70]) {
    await untilCounted('killed', least);
    const holder = (await countedBy(database, 'killed')).at(-1)!.process;
    await servers.find(({ child }) => child.pid === holder)!.kill('SIGKILL');
    const { state, outcomes, space_id, reserved_bytes } = await rowOf(id);
    assert.deepEqual({ state, space_id, reserved_bytes }, { state: 'running', space_id: null, reserved_bytes: 0 });
    assert.ok(outcomes.length >= least && outcomes.length < 120, `${outcomes.length}`);
  }
  const { port } = new URL(person.origin);
  const admin = { ALCOVE_ADMIN_PASSWORD: adminPassword, ALCOVE_LOG_LEVEL: 'fatal' };
  here = await openCounting(readConfig({ ...admin, ALCOVE_DATA_DIR: dataDir, ALCOVE_PORT: port, DATABASE_URL: opened.url }));
  const { state, done, total, error, kind } = await ended(id);
  assert.deepEqual({ state, done, total, error, kind }, { state: 'done', done: 120, total: 120, error: null, kind: 'other' });
  const counted = await countedBy(database, 'killed');
  assert.deepEqual(
    counted.map(({ item }) => item),
    numbers(120),
  );
  assert.equal(new Set(counted.map(({ process }) => process)).size, 3);
  assert.deepEqual(
    (await rowOf(id)).outcomes,
    numbers(120).map((item) => ({ counted: item })),
  );
});

test('canceled: what is finished stays, nothing more is done, and its owner hears of it', async () => {
  const id = await count('canceled', 100_000, 5);
  await untilCounted('canceled', 20);
  await assert.rejects((await peopleAt(person.origin, database).person()).call(calls.task.cancel, { taskId: id }));
  const listener = await Listener.of(person);
  await person.call(calls.task.cancel, { taskId: id });
  assert.equal((await ended(id)).state, 'cancelled');
  await listener.until(({ heard }) => heard.some(({ event }) => event === 'tasksChanged'));
  listener.leave();
  const counted = await itemsOf('canceled');
  assert.equal((await rowOf(id)).outcomes.length, counted.length);
  await sleep(100);
  assert.deepEqual(await itemsOf('canceled'), counted);
});

test('a task whose lock is lost is taken over while the first one still works on it: each item is done once', async () => {
  const id = await count('overtaken', 150, 40);
  await untilCounted('overtaken', 5);
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
    and (classid::bigint << 32 | objid::bigint) = hashtextextended(${`task ${id}`}, 0)`.execute(database);
  assert.equal(rows.length, 1);
  const { state, done } = await ended(id);
  assert.deepEqual({ state, done }, { state: 'done', done: 150 });
  assert.deepEqual(await itemsOf('overtaken'), numbers(150));
  assert.equal((await rowOf(id)).attempts, 2);
});

/** Stores a task as another release may have. Returns its id. */
async function stored(kind: string, input: object, spaceId: SpaceId | null = null, reserved = 0): Promise<string> {
  const id = newId();
  await database
    .insertInto('task')
    .values({ id, owner_id: person.userId, kind, input: JSON.stringify(input), total: 1, space_id: spaceId, reserved_bytes: reserved })
    .execute();
  return id;
}

test('tasks of an unknown kind are left alone, are listed, and keep nobody waiting', async () => {
  const unknown = await Promise.all(numbers(60).map(() => stored('fromAnotherRelease', { anything: true })));
  const id = newId();
  await database
    .insertInto('task')
    .values({ id, owner_id: person.userId, kind: 'counting', input: JSON.stringify({ name: 'beside', items: 3 }), total: 3 })
    .execute();
  assert.equal((await ended(id)).state, 'done');
  const { rows } = await sql`select distinct state, attempts, kind from task where id = any(${unknown}::uuid[])`.execute(database);
  assert.deepEqual(rows, [{ state: 'waiting', attempts: 0, kind: 'fromAnotherRelease' }]);
  const listed = (await person.call(calls.task.list, {})).find(({ taskId }) => unknown.includes(taskId))!;
  assert.deepEqual([listed.kind, listed.state], ['other', 'waiting']);
  await database.deleteFrom('task').where('id', 'in', unknown).execute();
});

test('a task whose input cannot be read fails with a reason, is tried once, and gives its space back', async () => {
  const { space_id: spaceId } = await database
    .selectFrom('instance')
    .select('space_id')
    .where('id', '=', person.rootId)
    .executeTakeFirstOrThrow();
  await database.updateTable('space').set({ reserved_bytes: 1000 }).where('id', '=', spaceId).execute();
  for (const id of [await stored('counting', { items: 'many' }), await stored('move', { instanceIds: [] }, spaceId, 1000)]) {
    const { state, error, kind } = await ended(id);
    assert.deepEqual({ state, error, kind }, { state: 'failed', error: failureText('TASK_UNREADABLE', 'en-US'), kind: 'other' });
    assert.equal((await rowOf(id)).attempts, 1);
  }
  assert.deepEqual(await checkData(database), []);
});

test('a copy that an earlier release began is continued', async () => {
  const [first, second] = [await person.uploads('1', 'first.txt'), await person.uploads('2', 'second.txt')];
  const target = await person.folder('target');
  const id = newId();
  const input = {
    instanceIds: [first.instanceId, second.instanceId],
    targetParentId: target.instanceId,
    onConflict: 'fail',
    onFileConflict: 'version',
    itemName: first.instanceName,
    targetName: target.instanceName,
  };
  const outcome = { instanceId: first.instanceId, done: false, code: 'NAME_TAKEN', details: {} };
  await sql`insert into task (id, owner_id, kind, input, state, attempts, done, total, outcomes)
    values (${id}, ${person.userId}, 'copy', ${JSON.stringify(input)}, 'running', 1, 1, 2, ${JSON.stringify([outcome])})`.execute(database);
  const task = await ended(id);
  assert.ok(task.kind === 'copy');
  assert.deepEqual([task.state, task.done, task.items, task.itemName, task.targetName], ['done', 2, 2, 'first.txt', 'target']);
  assert.deepEqual(
    task.failed.map(({ instanceId, code }) => [instanceId, code]),
    [[first.instanceId, 'NAME_TAKEN']],
  );
  assert.deepEqual(await person.names(target.instanceId), ['second.txt']);
});

test('ended tasks of every kind go after a day', async () => {
  await sql`update task set ended_at = ended_at - interval '23 hours'`.execute(database);
  await removeEndedTasks(database);
  const left = async (): Promise<number> => (await database.selectFrom('task').select('id').execute()).length;
  assert.ok((await left()) > 0);
  await sql`update task set ended_at = ended_at - interval '2 hours'`.execute(database);
  await removeEndedTasks(database);
  assert.equal(await left(), 0);
});
