import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

export type RemovalKind = 'content' | 'stray';

/** The number of contents, as PostgreSQL's planner estimates it, and of removals of this kind in the last 24 hours. */
export async function countForBrake(database: Kysely<Tables>, kind: RemovalKind): Promise<{ contents: number; removed: number }> {
  const { rows } = await sql<{ contents: number; removed: number }>`
    select (select greatest(reltuples, 0)::bigint from pg_class where oid = 'blob'::regclass) as contents,
      (select coalesce(sum(removed), 0)::bigint from removal_count where kind = ${kind} and hour > now() - interval '24 hours') as removed`.execute(
    database,
  );
  return rows[0]!;
}

export async function countRemoved(transaction: Transaction<Tables>, kind: RemovalKind): Promise<void> {
  await sql`
    insert into removal_count as c (kind, hour, removed) values (${kind}, date_trunc('hour', now()), 1)
    on conflict (kind, hour) do update set removed = c.removed + 1`.execute(transaction);
}

export async function forgetOldCounts(database: Kysely<Tables>): Promise<void> {
  await sql`delete from removal_count where hour < now() - interval '2 days'`.execute(database);
}
