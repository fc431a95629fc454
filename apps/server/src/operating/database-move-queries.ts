/** Statements that move the whole database to another server, and that tell everybody afterwards. */
import type { PoolClient } from 'pg';
import { quoted } from './dump-queries.ts';
import type { TableShape } from './dump-queries.ts';
import { lockTables } from './lock-queries.ts';

/** What stands in `moved_away` of a new database until the old one says that it was moved. */
export const unfinished = 'unfinished';

/** What the new database is called in messages, and known by when a killed move is run again. */
export async function placeOf(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ place: string }>(`
    select format('%s (%s)', current_database(), coalesce(host(inet_server_addr()), 'on this machine')) as place`);
  return rows[0]!.place;
}

/** Until the connection ends. False: another command moves this database, or rehearses that. */
export async function takeTurn(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(hashtextextended('database move', 0)) as taken`);
  return rows[0]!.taken;
}

/** Where this database was moved; null if it is in use, or is none of ours. */
export async function findMovedAway(client: PoolClient): Promise<string | null> {
  const { rows: table } = await client.query(`select from pg_class where oid = to_regclass('moved_away')`);
  if (table.length === 0) return null;
  const { rows } = await client.query<{ place: string }>('select place from moved_away');
  return rows[0]?.place ?? null;
}

/** Empties a database in which an earlier move was not finished. */
export async function wipe(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_schema() as name');
  const schema = quoted(rows[0]!.name);
  await client.query(`drop schema ${schema} cascade; create schema ${schema}`);
}

/** The tables of the audit log that only grow, by id. They are the largest, and are copied before changes are held. */
export const logTables: readonly string[] = ['audit_log', 'audit_log_hash', 'audit_log_key'];

/** What is written while people only read: entries of the log, and what may be lost, because it is counted or asked for again. */
const writtenByReaders: readonly string[] = ['audit_log', 'call_count', 'session', 'rendition', 'folder_download', 'link_visitor'];

/** Up to this entry the log is complete with its hashes and keys. */
export async function findLogEnd(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ id: number }>(`
    select least(coalesce((select max(id) from audit_log_hash), 0), coalesce((select read_to from audit_log_read), 0))::float8 as id`);
  return rows[0]!.id;
}

/**
 * Begins the transaction in which nothing changes: its snapshot is taken after all who change something have ended. Whoever tries meanwhile
 * waits, whatever their server believes.
 */
export async function beginLocked(client: PoolClient, tables: readonly TableShape[]): Promise<void> {
  await client.query('begin isolation level repeatable read');
  await lockTables(client, { names: tables.map(({ name }) => name).filter((name) => !writtenByReaders.includes(name)), mode: 'share' });
}

/** A moment that holds nobody up. */
export const beginUnlocked = async (client: PoolClient): Promise<void> =>
  void (await client.query('begin isolation level repeatable read, read only'));

/** Further connections see what this one sees. */
export async function shareSnapshot(client: PoolClient, readers: readonly PoolClient[]): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
  for (const reader of readers) {
    await reader.query('begin isolation level repeatable read, read only');
    await reader.query(`set transaction snapshot '${rows[0]!.id}'`);
  }
}

/** The largest first, so that no connection has it left when the others are done. */
export async function largestFirst(client: PoolClient, tables: readonly TableShape[]): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by pg_table_size(oid) desc, relname`);
  const rank = new Map(rows.map(({ name }, index) => [name, index]));
  return tables.toSorted((a, b) => rank.get(a.name)! - rank.get(b.name)!);
}

/**
 * Foreign keys that hold from now on, and are not checked for the rows that are there: these come from a database with the same keys. Checking them takes longer
 * than changes can wait.
 */
export const asUnchecked = (references: readonly string[]): string[] => references.map((reference) => `${reference} not valid`);

/** Checks them afterwards, while people work. */
export async function checkReferences(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ text: string }>(`
    select format('alter table %s validate constraint %I', conrelid::regclass, conname) as text from pg_constraint
    where connamespace = current_schema()::regnamespace and contype = 'f' and not convalidated order by 1`);
  for (const { text } of rows) await client.query(text);
}

/** From now on nobody reads anything that needs an entry of the log. */
export const lockReaders = (client: PoolClient, cancelling: PoolClient): Promise<void> =>
  lockTables(client, { names: writtenByReaders, mode: 'share row exclusive', cancelling });

/** Rows of a table of the log. `to` null: to the end. */
export const copyLogText = ({ name, columns }: TableShape, after: number, to: number | null): string =>
  `copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)} where id > ${after}${to === null ? '' : ` and id <= ${to}`} order by id) to stdout`;

/** What is committed is on the disk at the latest when something is committed that waits for it. */
export const waitForDisk = async (client: PoolClient, wait: boolean): Promise<void> =>
  void (await client.query(`set synchronous_commit = ${wait ? 'on' : 'off'}`));

/** Where the table of the log begins now: what was removed meanwhile, when its term was over, goes in the copy too. */
export async function firstId(client: PoolClient, table: string): Promise<number | null> {
  const { rows } = await client.query<{ id: number | null }>(`select min(id)::float8 as id from ${quoted(table)}`);
  return rows[0]!.id;
}

export async function removeBelow(client: PoolClient, table: string, id: number | null): Promise<void> {
  await client.query(`delete from ${quoted(table)} where $1::float8 is null or id < $1::float8`, [id]);
}

export const setPlace = async (client: PoolClient, place: string): Promise<void> =>
  void (await client.query('insert into moved_away (place) values ($1)', [place]));

export const forgetPlace = async (client: PoolClient): Promise<void> => void (await client.query('delete from moved_away'));

/** Nothing can be written to this database any more, by whoever. In the transaction that has locked it. */
export async function closeForWriting(client: PoolClient, tables: readonly TableShape[]): Promise<void> {
  await client.query(`
    create function moved_away_is_closed() returns trigger language plpgsql as $$
    begin raise exception 'this database was moved to another place' using errcode = '57P0A'; end $$`);
  for (const { name } of tables)
    await client.query(
      `create trigger a_moved_away before insert or update or delete or truncate on ${quoted(name)} for each statement execute function moved_away_is_closed()`,
    );
}

/** Takes a move back: the old database is used again. */
export async function openForWriting(client: PoolClient): Promise<void> {
  await client.query('begin');
  await client.query('drop function moved_away_is_closed() cascade');
  await forgetPlace(client);
  await client.query('commit');
}
