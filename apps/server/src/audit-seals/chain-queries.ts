/** `audit_log_hash`, and the entries as the chain reads them. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { canonicalColumns } from './canonical.ts';

/** The text of each column, as it is hashed. A time is its microseconds since 1970, so that no setting of a session changes it. */
const asText = (column: (typeof canonicalColumns)[number]): RawBuilder<unknown> =>
  column === 'at' ? sql`(extract(epoch from l.at) * 1000000)::bigint::text` : sql`${sql.ref(`l.${column}`)}::text`;
/** Each in a column of its own: reading an array of texts takes several times as long. */
const canonicalFields = sql.join(canonicalColumns.map((column, index) => sql`${asText(column)} as ${sql.ref(`f${index}`)}`));

export interface ChainRow {
  id: number;
  /** When it was written. */
  at: Date;
  fields: (string | null)[];
}

interface Wanted {
  after: number;
  upTo: number;
  most: number;
}

/** The rows of one answer are taken apart in one stretch, and each has more than twenty texts. */
const rowsAtOnce = 250;

/** The entries with ids after `after` and up to `upTo`, in the order of their ids. */
export async function entriesBetween(database: Kysely<Tables>, { after, upTo, most }: Wanted): Promise<ChainRow[]> {
  const found: ChainRow[] = [];
  for (let from = after; found.length < most;) {
    const wanted = Math.min(rowsAtOnce, most - found.length);
    const page = await pageBetween(database, { after: from, upTo, most: wanted });
    found.push(...page);
    if (page.length < wanted) break;
    from = page.at(-1)!.id;
  }
  return found;
}

async function pageBetween(database: Kysely<Tables>, { after, upTo, most }: Wanted): Promise<ChainRow[]> {
  const { rows } = await sql<{ id: number; written: Date } & Record<`f${number}`, string | null>>`
    select l.id, l.at as written, ${canonicalFields} from audit_log l where l.id > ${after} and l.id <= ${upTo} order by l.id limit ${most}`.execute(
    database,
  );
  return rows.map((row) => ({ id: row.id, at: row.written, fields: canonicalColumns.map((_, index) => row[`f${index}`] ?? null) }));
}

export interface Link {
  id: number;
  hash: Buffer;
}

/** The newest link of the chain; null if there is none. */
export const lastLink = async (database: Kysely<Tables>): Promise<Link | null> =>
  (await database.selectFrom('audit_log_hash').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()) ?? null;

export async function linkAt(database: Kysely<Tables>, id: number): Promise<Buffer | null> {
  const row = await database.selectFrom('audit_log_hash').select('hash').where('id', '=', id).executeTakeFirst();
  return row?.hash ?? null;
}

export const linksAfter = (database: Kysely<Tables>, after: number, most: number): Promise<Link[]> =>
  database.selectFrom('audit_log_hash').selectAll().where('id', '>', after).orderBy('id').limit(most).execute();

export async function insertLinks(database: Kysely<Tables>, links: readonly Link[]): Promise<void> {
  // The hashes one after the other: hundreds of values of an array would be written and read one by one.
  const hashes = Buffer.concat(links.map(({ hash }) => hash));
  await sql`
    insert into audit_log_hash (id, hash)
    select l.id, substr(${hashes}::bytea, (l.n::int - 1) * 32 + 1, 32) from unnest(${links.map(({ id }) => id)}::bigint[]) with ordinality as l (id, n)`.execute(
    database,
  );
}

/** An entry with an id that is never given out, so that no seal would cover it; null: there is none. */
export async function idBelowAll(database: Kysely<Tables>): Promise<number | null> {
  const row = await database.selectFrom('audit_log').select('id').where('id', '<=', 0).orderBy('id').limit(1).executeTakeFirst();
  return row?.id ?? null;
}

/** The last id that was given out; 0 if none was. */
export async function lastIdGiven(database: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(pg_sequence_last_value(pg_get_serial_sequence('audit_log', 'id')::regclass), 0)::bigint as last`.execute(database);
  return rows[0]!.last;
}

/**
 * The transactions that may have taken an id of the log and not ended. Each holds this lock on the table before it takes an id, and until
 * others see what it did.
 */
export async function writersNow(database: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ virtualtransaction: string }>`
    select distinct virtualtransaction from pg_locks
    where locktype = 'relation' and relation = 'audit_log'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(database);
  return rows.map(({ virtualtransaction }) => virtualtransaction);
}

/** False if another process has the turn. It ends with the transaction. */
export async function takeTurn(transaction: Transaction<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`audit ${name}`}, 0)) as taken`.execute(transaction);
  return rows[0]!.taken;
}
