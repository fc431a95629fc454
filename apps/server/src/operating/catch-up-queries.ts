/** Statements that find what was changed in a table since a snapshot, and change its copy. */
import type { PoolClient } from 'pg';
import { quoted } from './dump-queries.ts';
import type { TableShape } from './dump-queries.ts';

export interface KeyedTable extends TableShape {
  /** The columns of its primary key; empty if it has none. */
  key: readonly string[];
}

export async function withKeys(client: PoolClient, tables: readonly TableShape[]): Promise<KeyedTable[]> {
  const { rows } = await client.query<{ name: string; key: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as key
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
    where c.relnamespace = current_schema()::regnamespace and k.contype = 'p' group by c.relname`);
  const keys = new Map(rows.map(({ name, key }) => [name, key]));
  return tables.map((table) => ({ ...table, key: keys.get(table.name) ?? [] }));
}

/** The first transaction that the snapshot of this one may not have seen. */
export async function firstUnseen(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as id');
  return rows[0]!.id;
}

const list = (columns: readonly string[]): string => columns.map(quoted).join(', ');

/**
 * Rows that a transaction from this one on has written, and perhaps some that are older. Numbers of transactions begin again after four billion, so they are compared
 * by their age.
 */
export const changedText = ({ name, columns }: TableShape, since: string): string =>
  `copy (select ${list(columns)} from ${quoted(name)} where age(xmin) <= age('${since}'::xid8::xid)) to stdout`;

export const keysText = ({ name, key }: KeyedTable): string => `copy (select ${list(key)} from ${quoted(name)}) to stdout`;

export async function countRows(client: PoolClient, { name }: TableShape): Promise<number> {
  const { rows } = await client.query<{ n: string }>(`select count(*)::text as n from ${quoted(name)}`);
  return Number(rows[0]!.n);
}

/** An empty table with these columns, until the transaction ends. */
async function makeLike(client: PoolClient, name: string, table: TableShape, columns: readonly string[]): Promise<TableShape> {
  await client.query(`create temporary table ${name} on commit drop as select ${list(columns)} from ${quoted(table.name)} with no data`);
  return { name, columns: [...columns] };
}

/** For rows that take the place of what they were before. */
export const makeArriving = (client: PoolClient, table: TableShape): Promise<TableShape> =>
  makeLike(client, 'moving_rows', table, table.columns);

const sameKey = ({ name, key }: KeyedTable, other: string): string =>
  key.map((column) => `${quoted(name)}.${quoted(column)} = ${other}.${quoted(column)}`).join(' and ');

export async function removeArrived(client: PoolClient, table: KeyedTable): Promise<void> {
  await client.query('analyze moving_rows');
  await client.query(`delete from ${quoted(table.name)} using moving_rows where ${sameKey(table, 'moving_rows')}`);
}

export async function insertArrived(client: PoolClient, { name, columns }: TableShape): Promise<void> {
  const taken = list(columns);
  await client.query(`insert into ${quoted(name)} (${taken}) overriding system value select ${taken} from moving_rows`);
}

/** For the keys of all rows that there are. */
export const makeKeys = (client: PoolClient, table: KeyedTable): Promise<TableShape> => makeLike(client, 'moving_keys', table, table.key);

export async function removeOthers(client: PoolClient, table: KeyedTable): Promise<void> {
  await client.query('analyze moving_keys');
  await client.query(`delete from ${quoted(table.name)} where not exists (select from moving_keys where ${sameKey(table, 'moving_keys')})`);
}
