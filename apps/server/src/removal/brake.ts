/**
 * Removing has a brake: a fault that makes everything look unneeded must not empty the store before somebody can read the log. In any
 * 24 hours no more goes than the larger of a number and a share of all contents; what is over it waits, and the log says so.
 */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

export type RemovalKind = 'content' | 'stray';

const usual: Record<RemovalKind, { least: number; share: number }> = {
  content: { least: 10_000, share: 0.1 },
  stray: { least: 1000, share: 0.01 },
};

export interface Allowance {
  /** How many may still go now. */
  left: number;
  mostADay: number;
}

/** `mostADay`: what the operator allows; null: as usual. */
export async function allowanceOf(database: Kysely<Tables>, kind: RemovalKind, mostADay: number | null): Promise<Allowance> {
  const { least, share } = usual[kind];
  const { rows } = await sql<{ contents: number; removed: number }>`
    select (select greatest(reltuples, 0)::bigint from pg_class where oid = 'blob'::regclass) as contents,
      (select coalesce(sum(removed), 0)::bigint from removal_count where kind = ${kind} and hour > now() - interval '24 hours') as removed`.execute(
    database,
  );
  const { contents, removed } = rows[0]!;
  const most = mostADay ?? Math.max(least, Math.floor(contents * share));
  return { left: Math.max(0, most - removed), mostADay: most };
}

export async function countRemoved(transaction: Transaction<Tables>, kind: RemovalKind): Promise<void> {
  await sql`
    insert into removal_count as c (kind, hour, removed) values (${kind}, date_trunc('hour', now()), 1)
    on conflict (kind, hour) do update set removed = c.removed + 1`.execute(transaction);
}

export async function forgetOldCounts(database: Kysely<Tables>): Promise<void> {
  await sql`delete from removal_count where hour < now() - interval '2 days'`.execute(database);
}
