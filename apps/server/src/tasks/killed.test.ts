/**
 * A server is killed in the middle of a large copy, or of a large move to another space. The next server resumes it, and it ends complete.
 */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Instance, PlacingKind, PlacingTask, TaskProgress } from '@alcove/contract';
import { checkData } from '../integrity-check/index.ts';
import { openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import type { Tables } from '../database/index.ts';
import {
  adminPassword,
  Client,
  freePort,
  freshDataFolder,
  placingTasks,
  refused,
  startServer,
  stopServers,
  uploadFile,
} from '../testing/index.ts';
import type { ServerProcess } from '../testing/index.ts';

const files = 8000;
const dataDir = freshDataFolder();
let opened: TestDatabase;
let database: Kysely<Tables>;
let port: number;
let server: ServerProcess;
let client: Client;
let rootId: string;
let tree: Instance;

const start = (): Promise<ServerProcess> => startServer(dataDir, port, { env: { DATABASE_URL: opened.url } });

before(async () => {
  opened = await openTestDatabase();
  database = opened.kysely;
  port = await freePort();
  server = await start();
  client = new Client(server.origin);
  rootId = (await client.call(calls.user.signIn, { username: 'admin', password: adminPassword })).personalRootId;
  tree = await client.call(calls.instance.createFolder, { parentId: rootId, instanceName: 'large' });
  const seed = await uploadFile(client, Buffer.from('seed'), { name: 'seed.txt', parentId: tree.instanceId });
  await sql`
    with seed as (select * from instance where id = ${seed.instanceId}), made as (
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
      select gen_random_uuid(), space_id, parent_id, true, 'file ' || n, 'file ' || n, category, blob_id, size, creator_id, editor_id from seed, generate_series(2, ${files}::int) n
      returning id, blob_id, size, creator_id
    ), charged as (update space set used_bytes = used_bytes + (select sum(size) from made) where id = (select space_id from seed))
    insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, blob_id, size, creator_id from made`.execute(
    database,
  );
});
after(async () => {
  assert.equal(await server.kill('SIGTERM'), 0);
  stopServers();
  await opened.stop();
  await rm(dataDir, { recursive: true, force: true });
});

type Task = TaskProgress & PlacingTask;
const taskOf = async (id: string): Promise<Task> => (await placingTasks(client)).find(({ taskId }) => taskId === id)!;

/** Starts the copy or move, and kills the server as soon as some of it is done. Returns how the task ended after the restart. */
async function killedHalfWay(kind: PlacingKind, targetParentId: string, onConflict: 'rename' | 'merge' = 'rename'): Promise<Task> {
  const [sent] = await client.call(calls.instance[kind], { instanceIds: [tree.instanceId], targetParentId, onConflict });
  assert.ok(sent?.done && 'taskId' in sent);
  while ((await taskOf(sent.taskId)).done === 0) await sleep(10);
  await server.kill('SIGKILL');
  const { state, attempts } = await database
    .selectFrom('task')
    .select(['state', 'attempts'])
    .where('id', '=', sent.taskId)
    .executeTakeFirstOrThrow();
  assert.deepEqual({ state, attempts }, { state: 'running', attempts: 1 });
  assert.deepEqual(await checkData(database), [], 'nothing of it is there yet');
  server = await start();
  for (let tries = 0; tries < 600; tries += 1) {
    const task = await taskOf(sent.taskId);
    if (task.endTime) return task;
    await sleep(50);
  }
  throw new Error('the task does not end');
}

const filesIn = async (instanceId: string): Promise<number> => (await client.call(calls.instance.queryFolderSize, { instanceId })).files;

test('killed in the middle of a large copy: it is there whole and once', async () => {
  const { state, failed } = await killedHalfWay('copy', rootId);
  assert.deepEqual({ state, failed }, { state: 'done', failed: [] });
  const { items } = await client.call(calls.instance.page, { parentId: rootId });
  assert.deepEqual(items.map(({ instanceName }) => instanceName).sort(), ['large', 'large (1)']);
  for (const { instanceId } of items) assert.equal(await filesIn(instanceId), files);
  assert.deepEqual(await checkData(database), []);
});

test('killed in the middle of a large move to another space: it is there whole, and nothing of it here', async () => {
  const { groupId } = await client.call(calls.group.createGroup, { groupName: 'target', preallocatedSize: 1_000_000_000 });
  const { state, failed } = await killedHalfWay('move', groupId);
  assert.deepEqual({ state, failed }, { state: 'done', failed: [] });
  assert.equal((await client.call(calls.instance.page, { parentId: rootId, keyword: 'large' })).total, 1);
  const { items } = await client.call(calls.instance.page, { parentId: groupId });
  assert.deepEqual(
    items.map(({ instanceId }) => instanceId),
    [tree.instanceId],
  );
  assert.equal(await filesIn(tree.instanceId), files);
  assert.deepEqual(await checkData(database), []);
});

test('killed while it is merged into a folder of its name in another space: all of it is there once, and the folder it was is gone', async () => {
  const standing = await client.call(calls.instance.createFolder, { parentId: rootId, instanceName: tree.instanceName });
  const met = await uploadFile(client, Buffer.from('met'), { name: 'file 7', parentId: standing.instanceId });
  const { state, failed } = await killedHalfWay('move', rootId, 'merge');
  assert.deepEqual({ state, failed }, { state: 'done', failed: [] });
  assert.equal(await filesIn(standing.instanceId), files);
  assert.equal((await client.call(calls.instance.queryInstanceDetail, { instanceId: met.instanceId })).versions, 2);
  await assert.rejects(client.call(calls.instance.page, { parentId: tree.instanceId }), refused('FILE_NOT_FOUND'));
  assert.deepEqual(await checkData(database), []);
});
