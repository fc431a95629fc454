import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../database/index.ts';
import { blockEntries, blockOf } from './entry-keys.ts';
import type { LogRow } from './entry-keys.ts';
import type { LogSearch } from './search-queries.ts';

/** Ids, both ends included. Empty if `low` is more than `high`. */
export interface IdRange {
  low: number;
  high: number;
}

/**
 * The ids that may have the times of a search, and up to which of them entries have keys. Ids and times rise together, except that who
 * draws an id first may write the time a moment later; so a minute more is read at both ends.
 */
export async function findRange(
  database: Kysely<Tables>,
  { from, to }: Pick<LogSearch, 'from' | 'to'>,
): Promise<IdRange & { readTo: number }> {
  const { rows } = await sql<{ low: number | null; high: number | null; read_to: number }>`
    select ${from ? firstSince(sql`${from}::timestamptz - interval '1 minute'`) : sql`(select min(id) from audit_log)`} as low,
      ${to ? sql`${firstSince(sql`${to}::timestamptz + interval '1 minute'`)} - 1` : sql`(select max(id) from audit_log)`} as high,
      (select read_to from audit_log_read) as read_to`.execute(database);
  const [{ low, high, read_to: readTo }] = rows as [(typeof rows)[0]];
  return { low: low ?? 1, high: high ?? 0, readTo };
}

/** The first id from which entries are not older, found by halving; one more than the last if all are. */
const firstSince = (moment: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  with recursive halves(low, high) as (
    select min(id), max(id) + 1 from audit_log
    union all
    select case when old then middle + 1 else low end, case when old then high else middle end
    from halves
    cross join lateral (select (low + high) / 2 as middle) m
    cross join lateral (select coalesce((select l.at < ${moment} from audit_log l where l.id >= middle order by l.id limit 1), false) as old) o
    where low < high)
  select max(low) from halves)`;

/** Windows of fewer ids name their blocks, so that the index finds nothing outside. */
const mostBlocks = 16;

const isIn = ({ low, high }: IdRange): RawBuilder<unknown> => sql`between ${low}::bigint and ${high}::bigint`;

const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

/** `id`, `at`, `deed` and `result` of the entries that are found among these ids, without the help of keys. */
export const plainRows = ({ exact }: LogSearch, range: IdRange): RawBuilder<unknown> => sql`
  select l.id, l.at, l.deed, l.result from audit_log l where l.id ${isIn(range)} and ${allOf(exact)}`;

/** The same with keys. `offset 0` makes it look each entry up, and `+ 0` use the keys, whatever PostgreSQL expects of arrays. */
export function keyedRows({ ways, oneOf, exact }: LogSearch, range: IdRange): RawBuilder<unknown> {
  const first = Math.floor(range.low / blockEntries);
  const blocks = Math.floor(range.high / blockEntries) - first + 1;
  const near =
    blocks <= mostBlocks ? [sql`k.keys && ${Array.from({ length: blocks }, (_, n) => blockOf((first + n) * blockEntries))}::int[]`] : [];
  const also = [...oneOf.map((keys) => sql`k.keys && ${keys}::int[]`), ...near];
  const way = (keys: readonly number[]): RawBuilder<unknown> =>
    sql`(${allOf([...(keys.length > 0 ? [sql`k.keys @> ${keys}::int[]`] : []), ...also])})`;
  return sql`
    select x.* from (
      select k.id from audit_log_key k where (${sql.join(ways.map(way), sql` or `)}) and k.id + 0 ${isIn(range)} offset 0) f
    cross join lateral (select l.id, l.at, l.deed, l.result from audit_log l where l.id = f.id and ${allOf(exact)} offset 0) x`;
}

export const hasKeys = ({ ways, oneOf }: LogSearch): boolean => oneOf.length > 0 || ways.every((way) => way.length > 0);

export async function findIds(database: Kysely<Tables>, rows: RawBuilder<unknown>, order: 'asc' | 'desc', most: number): Promise<number[]> {
  const { rows: found } = await sql<{ ids: number[] }>`
    select coalesce(json_agg(id), '[]') as ids from (select id from (${rows}) r order by id ${sql.raw(order)} limit ${most}) i`.execute(
    database,
  );
  return found[0]!.ids;
}

export interface Counted {
  bar: number;
  refused: number;
  changes: number;
  others: number;
}

const sums = sql`
  count(*) filter (where result <> 0) as refused,
  count(*) filter (where result = 0 and deed = 'change') as changes,
  count(*) filter (where result = 0 and deed <> 'change') as others`;

/** How many of the entries each bar has; `start` is when bar 0 begins. */
export async function countBars(database: Kysely<Tables>, rows: RawBuilder<unknown>, start: Date, barMs: number): Promise<Counted[]> {
  const { rows: found } = await sql<Counted>`
    select floor(extract(epoch from at - ${start}::timestamptz) * 1000 / ${barMs}::int)::int as bar, ${sums} from (${rows}) r group by 1`.execute(
    database,
  );
  return found;
}

/** The same from the quarters of an hour, for whole ones. */
export async function countQuarters(database: Kysely<Tables>, from: Date, to: Date, start: Date, barMs: number): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select floor(extract(epoch from at - ${start}::timestamptz) * 1000 / ${barMs}::int)::int as bar,
      sum(refused)::bigint as refused, sum(changes)::bigint as changes, sum(others)::bigint as others
    from audit_log_quarter where at >= ${from} and at < ${to} group by 1`.execute(database);
  return rows;
}

/** `hash` and the one before it are hexadecimal, and null until the entry is in the chain. */
export type ListedRow = LogRow & { real_name: string | null; hash: string | null; previous_hash: string | null };

/** In the order of the ids. */
export async function readEntries(database: Kysely<Tables>, ids: readonly number[]): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select l.*, u.real_name, encode(h.hash, 'hex') as hash,
      case when h.id is not null then (select encode(p.hash, 'hex') from audit_log_hash p where p.id < h.id order by p.id desc limit 1) end as previous_hash
    from unnest(${ids}::bigint[]) with ordinality as i (id, n)
    join audit_log l on l.id = i.id left join user_account u on u.id = l.person_id
    left join audit_log_hash h on h.id = l.id order by i.n`.execute(database);
  return rows;
}

export async function timeOf(database: Kysely<Tables>, id: number): Promise<Date | null> {
  const row = await database.selectFrom('audit_log').select('at').where('id', '>=', id).orderBy('id').limit(1).executeTakeFirst();
  return row?.at ?? null;
}

/** What these ids are called now, whatever they are of. */
export async function namesOf(database: Kysely<Tables>, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const { rows } = await sql<{ id: string; name: string }>`
    with asked as (select unnest(${ids}::uuid[]) as id)
    select a.id, n.name from asked a cross join lateral (select coalesce(
      (select u.real_name from user_account u where u.id = a.id),
      (select d.name from department d where d.id = a.id),
      (select d.name from ended_department d where d.id = a.id),
      (select r.name from role r where r.id = a.id),
      (select r.name from region r where r.id = a.id),
      (select nullif(i.name, '') from instance i where i.id = a.id),
      (select g.name from group_space g join instance i on i.space_id = g.space_id where i.id = a.id),
      (select l.name from link l where l.id = a.id)) as name) n
    where n.name <> ''`.execute(database);
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}
