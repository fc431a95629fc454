/**
 * The invariants of the audit log's entries (0075). Entries are only inserted, so each portion is read on its own: a range of ids, and for each
 * entry what the one before it says of the time.
 */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../database/index.ts';

/** A clock that was put right is no fault. */
const tolerance = sql`interval '1 hour'`;

/** What no entry `e` fulfills. `earlier` is the time of the entry before it. */
const faults: Readonly<Record<string, RawBuilder<unknown>>> = {
  'an audit entry of a person who never had an account, or without their name': sql`
    e.actor_kind = 'person' and (e.actor_name is null or e.person_id is null or not exists (select from user_account u where u.id = e.person_id))`,
  'an audit entry of the system, or of nobody known, that names a person': sql`e.actor_kind in ('system', 'unknown') and e.person_id is not null`,
  'an audit entry about an object of no kind': sql`e.object_kind is null and coalesce(e.object_id::text, e.object_name) is not null`,
  'an audit entry without an action, or with a result that there cannot be': sql`e.action = '' or e.result < 0`,
  'an audit entry that is much older than the one before it': sql`e.at < e.earlier - ${tolerance}`,
  'an audit entry of a time that has not come': sql`e.at > now() + ${tolerance}`,
};
const names = Object.keys(faults);

export interface LogPortion {
  /** The last id; null if there are no more entries. */
  last: number | null;
  /** The ids of wrong entries, at most `most` of each fault, and how many there are. */
  found: { what: string; ids: number[]; count: number }[];
}

/** The entries after an id. The one with this id is read as well, but only for its time. */
export async function readLogPortion(
  database: Kysely<Tables>,
  { after, rows: rowsAtOnce, most }: { after: number; rows: number; most: number },
): Promise<LogPortion> {
  const columns = names.map(
    (what, n) =>
      sql`${sql.ref(`wrong_${n}`)} as (select id, count(*) over () as count from entry e where e.id > ${after} and (${faults[what]!}) order by id limit ${most})`,
  );
  const asJson = names.map((_, n) => sql`(select json_agg(json_build_object('id', id, 'count', count)) from ${sql.ref(`wrong_${n}`)})`);
  const { rows } = await sql<{ last: number | null; found: ({ id: number; count: number }[] | null)[] }>`
    with entry as materialized (
      select l.*, lag(l.at) over (order by l.id) as earlier from audit_log l where l.id >= ${after} order by l.id limit ${rowsAtOnce + 1}
    ), ${sql.join(columns)}
    select nullif((select max(id) from entry), ${after}) as last, json_build_array(${sql.join(asJson)}) as found`.execute(database);
  const { last, found } = rows[0]!;
  return {
    last,
    found: found.flatMap((some, n) => (some ? [{ what: names[n]!, ids: some.map(({ id }) => id), count: some[0]!.count }] : [])),
  };
}

/** What keeps the log as a whole from being kept: without the trigger entries can be changed, and a counter that lags refuses every change. */
export async function findLogFaults(database: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ keeps: boolean; counts: boolean }>`
    select exists (select from pg_trigger where tgrelid = 'audit_log'::regclass and tgname = 'audit_log_is_kept' and tgenabled in ('O', 'A')) as keeps,
      coalesce((select max(id) from audit_log), 0) <= coalesce(pg_sequence_last_value(pg_get_serial_sequence('audit_log', 'id')::regclass), 0) as counts`.execute(
    database,
  );
  const { keeps, counts } = rows[0]!;
  return [...(keeps ? [] : ['nothing keeps its entries from being changed']), ...(counts ? [] : ['its ids begin again'])];
}
