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

export async function setOldest(database: Kysely<Tables>, key: string): Promise<void> {
  await database.updateTable('audit_seal_state').set({ oldest_key: key }).execute();
}

const asJson = (fault: LogFault | null): string | null => fault && JSON.stringify(fault);

/** Writes only if it changes. */
export async function setSealingFault(database: Kysely<Tables>, fault: LogFault | null): Promise<void> {
  await sql`update audit_seal_state set sealing_fault = ${asJson(fault)}::jsonb where sealing_fault is distinct from ${asJson(fault)}::jsonb`.execute(
    database,
  );
}

/** How far the pass of the background check is, and what it found there. A pass that is through begins again. */
export async function setChecked(
  database: Kysely<Tables>,
  { key, checkedTo, fault, through }: { key: string | null; checkedTo: number; fault: LogFault | null; through: boolean },
): Promise<void> {
  await sql`
    update audit_seal_state set checked_key = ${through ? null : key}, checked_to = ${checkedTo}, checking_fault = ${asJson(fault)}::jsonb,
      checked_at = case when ${through} then clock_timestamp() else checked_at end`.execute(database);
}

/** How old the first entry after this one is, by the database's clock; null if there is none. */
export async function oldestAfter(database: Kysely<Tables>, id: number): Promise<{ entry: number; ageMs: number } | null> {
  const { rows } = await sql<{ entry: number; ageMs: number }>`
    select id as entry, greatest(extract(epoch from clock_timestamp() - at) * 1000, 0)::bigint as "ageMs" from audit_log
    where id > ${id} order by id limit 1`.execute(database);
  return rows[0] ?? null;
}
