import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { migrate } from './migrate.ts';
import type { Migration } from './migrate.ts';
import { openTestDatabase } from './testing.ts';
import type { TestDatabase } from './testing.ts';

let keeper: TestDatabase; // keeps the shared cluster alive between the tests
let database: TestDatabase;
before(async () => {
  keeper = await openTestDatabase({ migrated: false });
});
after(() => keeper.stop());
beforeEach(async () => {
  database = await openTestDatabase({ migrated: false });
});
afterEach(() => database.stop());

const makesTable = (name: string): Migration => ({
  name,
  up: async (transaction) => {
    await sql`create table ${sql.table(name.slice(5))} (id int)`.execute(transaction);
  },
});
const first = makesTable('0001-first');
const second = makesTable('0002-second');
const applied = async (): Promise<string[]> =>
  (await sql<{ name: string }>`select name from schema_migration order by name`.execute(database.kysely)).rows.map((row) => row.name);
const tables = async (): Promise<string[]> =>
  (
    await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(database.kysely)
  ).rows.map((row) => row.name);

test('each migration runs once, in order', async () => {
  assert.deepEqual(await migrate(database.kysely, [first]), ['0001-first']);
  assert.deepEqual(await migrate(database.kysely, [first, second]), ['0002-second']);
  assert.deepEqual(await migrate(database.kysely, [first, second]), []);
});

test('two processes start at once: each migration runs in one of them', async () => {
  const other = await openOther();
  const runs = await Promise.all([migrate(database.kysely, [first, second]), migrate(other.kysely, [first, second])]);
  assert.deepEqual(runs.flat().sort(), ['0001-first', '0002-second']);
  await other.stop();
});

test('a migration that fails half-way leaves the state before it', async () => {
  const half: Migration = {
    name: '0002-half',
    up: async (transaction) => {
      await second.up(transaction);
      throw new Error('half-way');
    },
  };
  await assert.rejects(migrate(database.kysely, [first, half]), /half-way/);
  assert.deepEqual(await applied(), ['0001-first']);
  assert.deepEqual(await tables(), ['first', 'schema_migration']);
});

test('a process that is killed inside a migration leaves the state before it, and the next start goes on', async () => {
  const source = `
    const { openDatabase, migrate } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
    const { sql } = await import('kysely');
    const { kysely } = await openDatabase({ database: { kind: 'external', url: ${JSON.stringify(database.url)} }, poolSize: 2 });
    await migrate(kysely, [{ name: '0001-first', async up(transaction) {
      await sql\`create table first (id int)\`.execute(transaction);
      process.send('inside');
      await new Promise(() => setInterval(() => {}, 1000));
    } }]);`;
  const child = fork('-', [], { execArgv: ['--input-type=module', '--eval', source], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await once(child, 'message');
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.deepEqual(await migrate(database.kysely, [first, second]), ['0001-first', '0002-second']);
});

test('a database newer than the code is refused in one line', async () => {
  await migrate(database.kysely, [first, second]);
  await assert.rejects(migrate(database.kysely, [first]), { name: 'DatabaseStartError', message: /newer Alcove.*0002-second/ });
});

test('a migration that slips in before one that has run is refused', async () => {
  await migrate(database.kysely, [second]);
  await assert.rejects(migrate(database.kysely, [first, second]), /0001-first comes before 0002-second/);
});

async function openOther(): Promise<{ kysely: TestDatabase['kysely']; stop(): Promise<void> }> {
  const { openDatabase } = await import('./pool.ts');
  return openDatabase({ database: { kind: 'external', url: database.url }, poolSize: 2 });
}
