/** Statements that copy a whole database out of and into PostgreSQL, table by table. */
import type { PoolClient } from 'pg';
import type { StoredConfuse } from '../database/index.ts';

export interface TableShape {
  name: string;
  /** Without those that the database generates. */
  columns: string[];
}

export interface SequenceState {
  name: string;
  last: number;
  called: boolean;
}

/** For statements that read whole tables. The connection is not used for anything else afterwards. */
export async function prepareForBulk(client: PoolClient): Promise<void> {
  for (const setting of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    await client.query(`set ${setting} = 0`);
  for (const setting of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) await client.query(`set ${setting} = on`);
}

/** All further statements see the database as it is at this moment, until `end`. Returns the moment. */
export async function beginSnapshot(client: PoolClient): Promise<Date> {
  await client.query('begin isolation level repeatable read, read only');
  const { rows } = await client.query<{ at: Date }>('select now() as at');
  return rows[0]!.at;
}

/** Nobody seals the audit log until `releaseSeals`. The lock is that of `takeTurn` in audit-seals. */
export const holdSeals = async (client: PoolClient): Promise<void> =>
  void (await client.query(`select pg_advisory_lock(hashtextextended('audit seals', 0))`));

export const releaseSeals = async (client: PoolClient): Promise<void> =>
  void (await client.query(`select pg_advisory_unlock(hashtextextended('audit seals', 0))`));

export const end = async (client: PoolClient): Promise<void> => void (await client.query('commit'));

export async function readTables(client: PoolClient): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`);
  return rows;
}

export async function readAppliedMigrations(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migration order by name');
  return rows.map(({ name }) => name);
}

/** Sequences are outside every snapshot, so they are read after the tables: they are never behind the rows. */
export async function readSequences(client: PoolClient): Promise<SequenceState[]> {
  const { rows: names } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`);
  const states: SequenceState[] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoted(name)}`,
    );
    states.push({ name, last: Number(rows[0]!.last), called: rows[0]!.called });
  }
  return states;
}

export async function setSequences(client: PoolClient, states: readonly SequenceState[]): Promise<void> {
  for (const { name, last, called } of states)
    await client.query('select setval($1::text::regclass, $2, $3)', [quoted(name), last, called]);
}

export const copyOutText = ({ name, columns }: TableShape): string => `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`;
export const copyInText = ({ name, columns }: TableShape): string => `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`;

/** For a table that was emptied in the same transaction. */
export const copyInFrozen = (shape: TableShape): string => `${copyInText(shape)} (freeze)`;
export const emptyAgain = async (client: PoolClient, { name }: TableShape): Promise<void> =>
  void (await client.query(`truncate ${quoted(name)}`));

/** An object that the database refers to. */
export interface NeededObject {
  key: string;
  size: number;
  /** A file or a preview refers to it. */
  needed: boolean;
  confuse: StoredConfuse | null;
}

const objectsAtOnce = 2000;

/** The objects that the snapshot refers to, ordered by the hash of the key, in portions. */
export async function* objectsOf(client: PoolClient, bucket: string): AsyncGenerator<NeededObject[]> {
  await client.query(
    `declare objects no scroll cursor for
    select o.* from (
      select r.object_key as key, b.size, exists (select from version v where v.blob_id = b.id) as needed, b.confuse
      from replica r join blob b on b.id = r.blob_id where r.bucket = $1
      union all
      select object_key, size, true, null from rendition where state = 'ready' and object_key is not null
    ) o order by sha256(convert_to(o.key, 'UTF8'))`,
    [bucket],
  );
  for (;;) {
    const { rows } = await client.query<NeededObject>(`fetch ${objectsAtOnce} from objects`);
    if (rows.length === 0) return;
    yield rows;
  }
}

/** The first table that a database has; null if it is empty. */
export async function findAnyTable(client: PoolClient): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm') order by relname limit 1`);
  return rows[0]?.name ?? null;
}

/** Statements that put back what was taken away for loading. */
export interface TakenAway {
  /** By table: its indexes, with its primary key and what must be unique. */
  indexes: ReadonlyMap<string, readonly string[]>;
  references: readonly string[];
  triggers: readonly string[];
}

/**
 * Empties all tables, and takes away what would refuse rows that come in any order, and what is made faster from all rows at once: triggers of our own,
 * foreign keys and indexes. Needs no more than owning the tables.
 */
export async function openForLoading(client: PoolClient): Promise<TakenAway> {
  await client.query('set constraints all immediate');
  const { rows: triggers } = await client.query<{ off: string; back: string }>(`
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as off,
      format('alter table %s enable %s trigger %I', tgrelid::regclass, case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname) as back
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and not tgisinternal and tgenabled <> 'D' order by 1`);
  const { rows: constraints } = await client.query<{ name: string; isReference: boolean; off: string; back: string }>(`
    select c.relname as name, contype = 'f' as "isReference", format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) as back
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = current_schema()::regnamespace and contype in ('f', 'p', 'u', 'x')
    order by contype = 'f' desc, contype = 'p' desc, conname`);
  const { rows: indexes } = await client.query<{ name: string; off: string; back: string }>(`
    select c.relname as name, format('drop index %s', i.indexrelid::regclass) as off, pg_get_indexdef(i.indexrelid) as back
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x')) order by 2`);
  for (const { off } of [...triggers, ...constraints, ...indexes]) await client.query(off);
  const tables = (await readTables(client)).map(({ name }) => quoted(name));
  await client.query(`truncate ${tables.join(', ')}`);
  const ofTables = Map.groupBy([...constraints.filter(({ isReference }) => !isReference), ...indexes], ({ name }) => name);
  return {
    indexes: new Map([...ofTables].map(([name, made]) => [name, made.map(({ back }) => back)])),
    references: constraints.filter(({ isReference }) => isReference).map(({ back }) => back),
    triggers: triggers.map(({ back }) => back),
  };
}

/** For as long as the transaction lasts: indexes are made from all rows of a table at once. */
export const prepareForIndexes = async (client: PoolClient): Promise<void> =>
  void (await client.query(`set local maintenance_work_mem = '256MB'`));

export const runAll = async (client: PoolClient, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await client.query(statement);
};

export const analyze = async (client: PoolClient): Promise<void> => void (await client.query('analyze'));

/** The mark that ties this database to its store; null before the first start. */
export async function readMark(client: PoolClient, bucket: string): Promise<string | null> {
  const { rows } = await client.query<{ mark: string }>('select mark from object_store where bucket = $1', [bucket]);
  return rows[0]?.mark ?? null;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
