/** A server is killed twice in the middle of an import, and another process takes it up: nobody is there twice, nobody half. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import { checkData } from '../integrity-check/index.ts';
import { openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import type { Tables } from '../database/index.ts';
import { adminPassword, Client, freePort, freshDataFolder, startServer, stopServers } from '../testing/index.ts';
import type { ServerProcess } from '../testing/index.ts';
import { check, people, secretsOf, taskOf, until } from './people-sheets.test-support.ts';

const rows = 3000;
const dataDir = freshDataFolder();
let opened: TestDatabase;
let database: Kysely<Tables>;
let port: number;
let server: ServerProcess;
let admin: Client;

const start = (): Promise<ServerProcess> => startServer(dataDir, port, { env: { DATABASE_URL: opened.url } });
before(async () => {
  opened = await openTestDatabase();
  database = opened.kysely;
  port = await freePort();
  server = await start();
  admin = new Client(server.origin);
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
});
after(async () => {
  assert.equal(await server.kill('SIGTERM'), 0);
  stopServers();
  await opened.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function made(): Promise<number> {
  const { rows: counted } = await sql<{
    n: number;
  }>`select count(*)::int as n from user_account where starts_with(account_name, 'killed')`.execute(database);
  return counted[0]!.n;
}

test('killed twice in the middle of an import: everybody is there once and whole', async () => {
  const { checkId } = await check(admin, people(rows, 'killed'));
  const { taskId } = await admin.call(calls.adminUser.importRun, { checkId });
  for (const least of [1, 1001]) {
    const before = await until(made, (n) => n >= least);
    await server.kill('SIGKILL');
    assert.deepEqual(await checkData(database), []);
    assert.ok((await made()) < rows, `killed at ${before}`);
    server = await start();
  }
  const task = await until(
    () => taskOf(admin, taskId),
    ({ endTime }) => endTime !== null,
  );
  assert.deepEqual([task.state, task.made, task.failed], ['done', rows, 0]);
  const { rows: whole } = await sql<{ whole: number }>`
    select count(*)::int as whole from user_account u join space s on s.owner_id = u.id join instance i on i.id = s.root_id
      join user_role ur on ur.user_id = u.id join people_import_row r on r.user_id = u.id
    where starts_with(u.account_name, 'killed')`.execute(database);
  assert.deepEqual([await made(), whole[0]!.whole], [rows, rows]);
  assert.deepEqual(await checkData(database), []);
  const secrets = await secretsOf(admin, checkId);
  assert.equal(new Set(secrets.values()).size, rows);
  const person = new Client(server.origin);
  const last = `killed_${rows - 1}`;
  await person.call(calls.user.signIn, { username: last, password: secrets.get(last)! });
});
