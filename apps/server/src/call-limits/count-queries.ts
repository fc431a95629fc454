/** Counts of requests to limited calls: one row per call and caller or address, with one time in it (docs/decisions/0069). */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { CallLimit } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

export interface Count extends Omit<CallLimit, 'per'> {
  key: string;
}

/**
 * Counts a request under each key in turn, until a limit is reached. Returns how many counted it: all of them, or the place of the one that refuses. It is
 * one statement. Simultaneous requests take turns on a row, so exactly as many pass as are left. Who is refused only reads the refusing row, as soon as
 * it is full in the statement's snapshot. Keys must come in the same order in all requests of a call, because their rows stay locked to the end.
 */
export async function countCall(database: Kysely<Tables>, counts: readonly Count[]): Promise<number> {
  const steps = counts.map(({ key, times, seconds }, at) => {
    // Whole microseconds, as in the database, so that `times` of them are never longer than `seconds`.
    const eachUs = Math.floor((seconds * 1_000_000) / times);
    const lastUs = seconds * 1_000_000 - eachUs;
    return sql`${sql.id(`c${at}`)} as (
      insert into call_count as c (key, empty_at)
      select ${key}, now() + ${eachUs} * interval '1 microsecond'
      where ${at === 0 ? sql`true` : sql`exists (select from ${sql.id(`c${at - 1}`)})`}
        and not exists (select from call_count where key = ${key} and empty_at > now() + ${lastUs} * interval '1 microsecond')
      on conflict (key) do update set empty_at = greatest(c.empty_at, now()) + ${eachUs} * interval '1 microsecond'
      where c.empty_at <= now() + ${lastUs} * interval '1 microsecond' returning 1)`;
  });
  const counted = counts.map((_, at) => sql`(select count(*)::int from ${sql.id(`c${at}`)})`);
  const { rows } = await sql<{ n: number }>`with ${sql.join(steps)} select ${sql.join(counted, sql` + `)} as n`.execute(database);
  return rows[0]!.n;
}

/** Deletes the rows that no longer limit anything, but for those that a request holds. Returns 0, because one run deletes all of them. */
export async function deleteEmptyCounts(database: Kysely<Tables>): Promise<0> {
  // A request waits for several rows in turn, so whoever deletes them waits for none.
  await sql`delete from call_count where key in (select key from call_count where empty_at <= now() for update skip locked)`.execute(
    database,
  );
  return 0;
}
