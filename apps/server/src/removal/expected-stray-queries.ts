/** `expected_stray`: small uploads of each day that have no row and will get none, as far as is known. */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';

/** Days as `2026-01-31`. */
export type PerDay = Map<string, number>;

export async function addExpected(database: Kysely<Tables>, perDay: PerDay): Promise<void> {
  await sql`
    insert into expected_stray as e (day, count)
    select day, count from unnest(${[...perDay.keys()]}::date[], ${[...perDay.values()]}::bigint[]) as more (day, count) order by day
    on conflict (day) do update set count = e.count + excluded.count`.execute(database);
}

export async function findExpected(database: Kysely<Tables>): Promise<PerDay> {
  const { rows } = await sql<{ day: string; count: number }>`
    select day::text as day, count from expected_stray where count > 0`.execute(database);
  return new Map(rows.map(({ day, count }) => [day, count]));
}

/** After so long, each has been removed. */
export async function forgetExpected(database: Kysely<Tables>): Promise<void> {
  await sql`delete from expected_stray where day < current_date - 30`.execute(database);
}
