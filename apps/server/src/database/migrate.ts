/**
 * Migrations run forward only, in the order of their names. Each runs in one transaction together with its own row in `schema_migration`:
 * if the process is killed, the database is either in the state before or in the state after. A lock makes processes that start at once
 * take turns.
 */
import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { DatabaseStartError } from './binaries.ts';

export interface Migration {
  /** `NNNN-name`. */
  name: string;
  up(database: Transaction<any>): Promise<void>; // eslint-disable-line no-explicit-any -- the tables are those of the migration's own time
}

const migrationsFolder = new URL('./migrations/', import.meta.url);
/** An arbitrary number that no other lock in this database uses. */
const lockKey = 7_402_250_118;

const migrationFiles = async (folder: URL): Promise<string[]> =>
  (await readdir(folder)).filter((file) => /^\d{4}-[a-z0-9-]+\.[jt]s$/.test(file)).sort();
const nameOf = (file: string): string => file.slice(0, -3);

export async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const files = await migrationFiles(folder);
  const migrations = await Promise.all(
    files.map(async (file) => ({ name: nameOf(file), ...((await import(new URL(file, folder).href)) as Pick<Migration, 'up'>) })),
  );
  const twice = migrations.find((one, index) => one.name.slice(0, 4) === migrations[index + 1]?.name.slice(0, 4));
  if (twice) throw new Error(`Two migrations share the number of ${twice.name}`);
  return migrations;
}

/** Runs the missing migrations and returns their names. Throws DatabaseStartError if the database is newer than the code. */
// eslint-disable-next-line no-explicit-any
export async function migrate(database: Kysely<any>, migrations?: Migration[]): Promise<string[]> {
  // Loading more than a hundred migrations is a tenth of a start, and mostly none is missing.
  if (!migrations && (await isMigrated(database))) return [];
  const all = migrations ?? (await readMigrations());
  const done: string[] = [];
  for (;;) {
    const name = await database.transaction().execute((transaction) => runNext(transaction, all));
    if (name === null) return done;
    done.push(name);
  }
}

// eslint-disable-next-line no-explicit-any
async function runNext(transaction: Transaction<any>, all: Migration[]): Promise<string | null> {
  for (const timeout of ['statement_timeout', 'lock_timeout']) await sql.raw(`set local ${timeout} = 0`).execute(transaction);
  await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(transaction);
  await sql`set local client_min_messages = warning`.execute(transaction);
  await createTable(transaction);
  const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(transaction);
  const applied = new Set(rows.map((row) => row.name));
  const unknown = rows.find((row) => !all.some((migration) => migration.name === row.name));
  if (unknown)
    throw new DatabaseStartError(
      `The database was written by a newer Alcove (it has ${unknown.name}, this one does not): start that release or a later one`,
    );
  const next = all.find((migration) => !applied.has(migration.name));
  if (!next) return null;
  const latest = rows.at(-1)?.name ?? '';
  if (next.name < latest)
    throw new DatabaseStartError(`Migration ${next.name} comes before ${latest}, which the database already has: give it a later number`);
  await next.up(transaction);
  await sql`insert into schema_migration (name) values (${next.name})`.execute(transaction);
  return next.name;
}

/** Runs migrations on an empty database, in the transaction of the caller. */
// eslint-disable-next-line no-explicit-any
export async function migrateWithin(transaction: Transaction<any>, migrations: readonly Migration[]): Promise<void> {
  await createTable(transaction);
  for (const { name, up } of migrations) {
    await up(transaction);
    await sql`insert into schema_migration (name) values (${name})`.execute(transaction);
  }
}

// eslint-disable-next-line no-explicit-any
const createTable = (transaction: Transaction<any>): Promise<unknown> =>
  sql`create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())`.execute(
    transaction,
  );

/** Throws DatabaseStartError unless the database is exactly in this release's state. Changes nothing. */
// eslint-disable-next-line no-explicit-any
export async function requireMigrated(database: Kysely<any>): Promise<void> {
  if (!(await isMigrated(database)))
    throw new DatabaseStartError('The database was written by another release of Alcove: use that release, or start this one on it first');
}

// eslint-disable-next-line no-explicit-any
async function isMigrated(database: Kysely<any>): Promise<boolean> {
  const { rows: table } = await sql`select from pg_class where oid = to_regclass('schema_migration')`.execute(database);
  if (table.length === 0) return false;
  const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(database);
  return rows.map(({ name }) => name).join() === (await migrationFiles(migrationsFolder)).map(nameOf).join();
}
