/** `audit_seal_state`: what the processes tell each other of the seals. It is a help and never evidence. */
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { LogFault } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { SealReference } from './seal-format.ts';

export type SealState = Selectable<Tables['audit_seal_state']>;

/** Null if somebody has deleted it. */
export const readState = async (database: Kysely<Tables>): Promise<SealState | null> =>
  (await database.selectFrom('audit_seal_state').selectAll().executeTakeFirst()) ?? null;

/** The database's clock, which decides when something is late and on which day a seal is written. */
export async function databaseNow(database: Kysely<Tables>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database);
  return rows[0]!.now;
}

export async function setSealed(database: Kysely<Tables>, newest: SealReference & { last: number }): Promise<void> {
  await sql`
    insert into audit_seal_state (newest_key, newest_hash, sealed_to, oldest_key) values (${newest.key}, ${newest.hash}, ${newest.last}, ${newest.key})
    on conflict (one_row) do update set newest_key = excluded.newest_key, newest_hash = excluded.newest_hash, sealed_to = excluded.sealed_to,
      sealed_at = clock_timestamp(), oldest_key = coalesce(audit_seal_state.oldest_key, excluded.oldest_key), sealing_fault = null`.execute(
    database,
  );
}

/** From here on nothing is known to be wrong. */
export async function setAccepted(database: Kysely<Tables>, newest: SealReference & { last: number; oldest: string }): Promise<void> {
  await sql`delete from audit_seal_state`.execute(database);
  await database
    .insertInto('audit_seal_state')
    .values({ newest_key: newest.key, newest_hash: newest.hash, sealed_to: newest.last, oldest_key: newest.oldest })
    .execute();
}

export async function setOldest(database: Kysely<Tables>, key: string): Promise<void> {
  await database.updateTable('audit_seal_state').set({ oldest_key: key }).execute();
}

const asJson = (fault: LogFault | null): string | null => fault && JSON.stringify(fault);

/** Returns whether this is another fault than before. Null: there is none any more. */
export async function setSealingFault(database: Kysely<Tables>, fault: LogFault | null): Promise<boolean> {
  const { rows } = await sql`
    update audit_seal_state set sealing_fault = ${asJson(fault)}::jsonb where sealing_fault is distinct from ${asJson(fault)}::jsonb returning 1`.execute(
    database,
  );
  return rows.length > 0;
}

/** How far the pass of the background check is, and what it found there. A pass that is through begins again. Returns as `setSealingFault` does. */
export async function setChecked(
  database: Kysely<Tables>,
  { key, checkedTo, fault, through }: { key: string | null; checkedTo: number; fault: LogFault | null; through: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ other: boolean }>`
    with before as materialized (select checking_fault from audit_seal_state for update)
    update audit_seal_state set checked_key = ${through ? null : key}, checked_to = ${checkedTo}, checking_fault = ${asJson(fault)}::jsonb,
      checked_at = case when ${through}::boolean then clock_timestamp() else checked_at end
    from before returning before.checking_fault is distinct from ${asJson(fault)}::jsonb as other`.execute(database);
  return rows[0]?.other === true;
}

/** Whether entries have waited too long. Returns whether they have only now. */
export async function setLate(database: Kysely<Tables>, late: boolean): Promise<boolean> {
  const { rows } = await sql`update audit_seal_state set late = ${late} where late <> ${late} returning 1`.execute(database);
  return rows.length > 0;
}

export async function countFault(database: Kysely<Tables>): Promise<void> {
  await sql`update audit_seal_state set faults = faults + 1`.execute(database);
}

/** Removes entries up to this id, and their hashes but the last. Returns how many entries. */
export async function forgetEntries(database: Kysely<Tables>, upTo: number, most: number): Promise<number> {
  const { rows } = await sql<{ removed: number }>`select audit_log_forget(${upTo}::bigint, ${most}::int) as removed`.execute(database);
  return rows[0]!.removed;
}

/** How old the first entry after this one is, by the database's clock; null if there is none. */
export async function oldestAfter(database: Kysely<Tables>, id: number): Promise<{ entry: number; ageMs: number } | null> {
  const { rows } = await sql<{ entry: number; ageMs: number }>`
    select id as entry, greatest(extract(epoch from clock_timestamp() - at) * 1000, 0)::bigint as "ageMs" from audit_log
    where id > ${id} order by id limit 1`.execute(database);
  return rows[0] ?? null;
}
