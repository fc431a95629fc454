import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { KeyedRow } from './entry-keys.ts';

export interface ReadState {
  readTo: number;
  seenTo: number;
  /** Whoever drew an id up to `seenTo` has written its entry, or never will. Null: not asked yet. */
  isSettled: boolean | null;
  newest: number;
}

export async function readState(database: Kysely<Tables>): Promise<ReadState> {
  const { rows } = await sql<ReadState>`
    select read_to as "readTo", seen_to as "seenTo", pg_snapshot_xmin(pg_current_snapshot()) >= seen_by as "isSettled",
      coalesce((select max(id) from audit_log), 0) as newest
    from audit_log_read`.execute(database);
  return rows[0]!;
}

/** Until the transaction ends. False: somebody else has it. */
export async function tryToWrite(transaction: Transaction<Tables>): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(hashtextextended('audit log keys', 0)) as got`.execute(
    transaction,
  );
  return rows[0]!.got;
}

/** From now on, entries up to the newest are next. */
export async function lookFurther(transaction: Transaction<Tables>): Promise<void> {
  await sql`update audit_log_read set seen_to = greatest(seen_to, (select max(id) from audit_log)), seen_by = null`.execute(transaction);
}

/** Whoever writes now must have ended first. Called in a later transaction than `lookFurther`, when those who drew ids have begun to write. */
export async function waitForWriters(transaction: Transaction<Tables>): Promise<void> {
  await sql`update audit_log_read set seen_by = pg_snapshot_xmax(pg_current_snapshot())`.execute(transaction);
}

/** In a copy of the database, nobody writes whose transaction the original knew; its numbers mean nothing there. */
export async function forgetWriters(transaction: Transaction<Tables>): Promise<void> {
  await sql`update audit_log_read set seen_by = null`.execute(transaction);
}

/** In the order of their ids. */
export async function nextEntries(transaction: Transaction<Tables>, { readTo, seenTo }: ReadState, most: number): Promise<KeyedRow[]> {
  const { rows } = await sql<KeyedRow>`
    select id, deed, action, result, person_id, actor_name, object_id, object_name, space_name, folder_name, address, trace_id
    from audit_log where id > ${readTo} and id <= ${seenTo} order by id limit ${most}`.execute(transaction);
  return rows;
}

export async function insertKeys(
  transaction: Transaction<Tables>,
  keyed: readonly { id: number; keys: readonly number[] }[],
): Promise<void> {
  await sql`
    insert into audit_log_key (id, keys)
    select id, keys::int[] from unnest(${keyed.map(({ id }) => id)}::bigint[], ${keyed.map(({ keys }) => `{${keys.join()}}`)}::text[]) as k (id, keys)
    on conflict do nothing`.execute(transaction);
}

/** Counts the entries after `readTo`, and makes `to` the last that has keys. */
export async function countAndKeep(transaction: Transaction<Tables>, { readTo }: ReadState, to: number): Promise<void> {
  await sql`
    insert into audit_log_quarter (at, refused, changes, others)
    select date_bin('15 minutes', at, 'epoch'), count(*) filter (where result <> 0), count(*) filter (where result = 0 and deed = 'change'),
      count(*) filter (where result = 0 and deed <> 'change')
    from audit_log where id > ${readTo} and id <= ${to} group by 1
    on conflict (at) do update set refused = audit_log_quarter.refused + excluded.refused,
      changes = audit_log_quarter.changes + excluded.changes, others = audit_log_quarter.others + excluded.others`.execute(transaction);
  await sql`update audit_log_read set read_to = ${to}`.execute(transaction);
}

/** Deletes at most `most` keys of entries that are gone, and returns how many. */
export async function deleteOldKeys(database: Kysely<Tables>, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from audit_log_key where id in (
      select id from audit_log_key where id < (select min(id) from audit_log) order by id limit ${most})`.execute(database);
  return Number(numAffectedRows ?? 0);
}

/** The quarter in which the oldest entry is stays. */
export async function deleteOldQuarters(database: Kysely<Tables>): Promise<void> {
  await sql`
    delete from audit_log_quarter where at < (
      select date_bin('15 minutes', at, 'epoch') from audit_log order by id limit 1)`.execute(database);
}
