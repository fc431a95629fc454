/** Counts of requests to limited calls: one row per call and caller or address, with one time in it (docs/decisions/0069). */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { CallLimit } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/**
 * Counts a request unless the limit is reached. True if it was counted. Simultaneous requests take turns on the row, so exactly as many
 * pass as are left. Who is refused only reads, as soon as the row is full in the statement's snapshot.
 */
export async function countCall(database: Kysely<Tables>, key: string, { times, seconds }: Omit<CallLimit, 'per'>): Promise<boolean> {
  // Whole microseconds, as in the database, so that `times` of them are never longer than `seconds`.
  const eachUs = Math.floor((seconds * 1_000_000) / times);
  const lastUs = seconds * 1_000_000 - eachUs;
  const { numAffectedRows } = await sql`
    insert into call_count as c (key, empty_at)
    select ${key}, now() + ${eachUs} * interval '1 microsecond'
    where not exists (select from call_count where key = ${key} and empty_at > now() + ${lastUs} * interval '1 microsecond')
    on conflict (key) do update set empty_at = greatest(c.empty_at, now()) + ${eachUs} * interval '1 microsecond'
    where c.empty_at <= now() + ${lastUs} * interval '1 microsecond'`.execute(database);
  return numAffectedRows === 1n;
}

/** Deletes the rows that no longer limit anything. Returns 0, because one run deletes all of them. */
export async function deleteEmptyCounts(database: Kysely<Tables>): Promise<0> {
  await database
    .deleteFrom('call_count')
    .where('empty_at', '<=', sql<Date>`now()`)
    .execute();
  return 0;
}
