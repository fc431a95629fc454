import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, test } from 'node:test';
import { calls } from '@alcove/contract';
import { makeEmbedded, openTestDatabase } from '../database/testing.ts';
import { Client } from './client.ts';
import { adminPassword } from './company.ts';
import { Listener } from './listener.ts';
import { freePort, freshDataFolder, startServer, stopServers } from './server-process.ts';

const dataDir = freshDataFolder();
after(() => {
  stopServers();
  rmSync(dataDir, { recursive: true, force: true });
});
/** Also returns the administrator's account, if the start came that far. */
const oneLine = /^(Sign in as admin with the password of ALCOVE_ADMIN_PASSWORD\.\n)?[^\n]+\n$/;

const runs = (processId: number): boolean => {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

test('a database that is down ends the start with one line', async () => {
  const server = await startServer(dataDir, await freePort(), {
    ready: false,
    env: { DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none` },
  });
  assert.equal(await server.ended, 1);
  assert.match(server.said(), oneLine);
  assert.match(server.said(), /DATABASE_URL/);
});

test('a data folder that cannot be written ends the start with one line, with and without a database of its own', async (t) => {
  const file = join(dataDir, 'a-file');
  writeFileSync(file, '');
  const database = await openTestDatabase();
  t.after(() => database.stop());
  for (const env of [{}, { DATABASE_URL: database.url }] as Record<string, string>[]) {
    const server = await startServer(join(file, 'data'), await freePort(), { ready: false, env });
    assert.equal(await server.ended, 1);
    assert.match(server.said(), oneLine);
    assert.match(server.said(), /data folder/i);
  }
});

test('a setting that cannot be used ends the start with one line that names it', async () => {
  const server = await startServer(dataDir, 0, { ready: false, env: { ALCOVE_PORT: 'eighty' } });
  assert.equal(await server.ended, 1);
  assert.match(server.said(), oneLine);
  assert.match(server.said(), /ALCOVE_PORT/);
});

test('two processes that start at once on one new database both serve it, with one administrator', async (t) => {
  const database = await openTestDatabase({ migrated: false });
  t.after(() => database.stop());
  const env = { DATABASE_URL: database.url };
  // A store belongs to one database.
  const shared = freshDataFolder();
  t.after(() => rm(shared, { recursive: true, force: true }));
  const servers = await Promise.all([startServer(shared, await freePort(), { env }), startServer(shared, await freePort(), { env })]);
  const [one, two] = servers.map((server) => new Client(server.origin));
  await one!.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  two!.cookies.set('alcove_session', one!.cookies.get('alcove_session')!);
  assert.equal((await two!.call(calls.user.currentUser, {})).userName, 'admin');
  assert.equal((await database.kysely.selectFrom('user_account').select('id').execute()).length, 1);
  assert.deepEqual(await Promise.all(servers.map((server) => server.kill('SIGTERM'))), [0, 0]);
});

test('what changes in one process is heard in the other, and a stop does not wait for who listens or only connected', async (t) => {
  const database = await openTestDatabase();
  t.after(() => database.stop());
  const env = { DATABASE_URL: database.url };
  // A store belongs to one database.
  const shared = freshDataFolder();
  t.after(() => rm(shared, { recursive: true, force: true }));
  const servers = await Promise.all([startServer(shared, await freePort(), { env }), startServer(shared, await freePort(), { env })]);
  const [one, two] = servers.map((server) => new Client(server.origin)) as [Client, Client];
  const { personalRootId } = await one.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  two.cookies.set('alcove_session', one.cookies.get('alcove_session')!);
  const there = await Listener.of(two);
  const began = performance.now();
  await one.call(calls.instance.createFolder, { parentId: personalRootId, instanceName: 'made at one' });
  await there.until(({ folders }) => folders.includes(personalRootId));
  assert.ok(performance.now() - began < 1000, `heard after ${performance.now() - began} ms`);

  const here = await Listener.of(one);
  await two.call(calls.user.logout, {});
  await Promise.all([here.ended, there.ended]);
  await one.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  const last = await Listener.of(one);
  const unused = connect(Number(new URL(one.origin).port), '127.0.0.1').on('error', () => {});
  await once(unused, 'connect');
  const stopping = performance.now();
  assert.deepEqual(await Promise.all(servers.map((server) => server.kill('SIGTERM'))), [0, 0]);
  assert.ok(performance.now() - stopping < 10_000, `stopping took ${performance.now() - stopping} ms`);
  await last.ended;
});

test('a port in use ends the start with a line that says so; SIGINT ends server and PostgreSQL', async (t) => {
  const blocker = createServer().listen(0, '127.0.0.1');
  t.after(() => blocker.close());
  await once(blocker, 'listening');
  const folder = freshDataFolder();
  await makeEmbedded(folder);
  const { port } = blocker.address() as { port: number };
  const blocked = await startServer(folder, port, { ready: false });
  assert.equal(await blocked.ended, 1);
  assert.match(blocked.said(), oneLine);
  assert.match(blocked.said(), /^Port \d+ is in use.* ALCOVE_PORT=\d+ .*$/m);

  const server = await startServer(folder, await freePort());
  const postmaster = join(
    folder,
    readdirSync(folder).find((name) => /^postgres-\d+$/.test(name))!,
    'postmaster.pid',
  );
  const processId = Number(readFileSync(postmaster, 'utf8').split('\n')[0]);
  assert.ok(runs(processId));
  assert.equal(await server.kill('SIGINT'), 0);
  // it has released its folder by now; the process itself may take a moment longer to end
  for (let waited = 0; runs(processId) && waited < 10_000; waited += 50) await sleep(50);
  assert.equal(runs(processId), false);
  assert.equal(existsSync(postmaster), false);
  rmSync(folder, { recursive: true, force: true });
});
