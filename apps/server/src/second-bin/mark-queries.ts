/** Marks of entries that are to be deleted for good. */
import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import { bins } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { entriesLike } from './page-queries.ts';
import type { BinFilter } from './page-queries.ts';

const locked = (recycleIds: readonly string[]): RawBuilder<unknown> =>
  sql`(select id from recycle where id = any(${recycleIds}::uuid[]) and bin = ${bins.administrators} order by id for update)`;

/** Marks those that are in the bin. What was marked before keeps its time. Returns the ids of all that are marked now. */
export async function setMarked(
  transaction: Transaction<Tables>,
  recycleIds: readonly string[],
  { userId, hours }: { userId: string; hours: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update recycle r set going_at = coalesce(r.going_at, now() + make_interval(hours => ${hours})), marked_by = coalesce(r.marked_by, ${userId})
    from ${locked(recycleIds)} l where r.id = l.id returning r.id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Takes the marks back. Returns the ids of those that are in the bin, marked before or not. */
export async function setKept(transaction: Transaction<Tables>, recycleIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update recycle r set going_at = null, marked_by = null from ${locked(recycleIds)} l where r.id = l.id returning r.id`.execute(
    transaction,
  );
  return rows.map(({ id }) => id);
}

/** A place in the order in which a clearing goes through the bin. */
export interface ClearedUntil {
  deletedAt: string;
  id: string;
}

/** The next entries that a filter finds, among those that left the first bin before a time, and the last of them: the next batch begins behind it. */
export async function findNext(
  transaction: Transaction<Tables>,
  filter: BinFilter,
  { before, after, most }: { before: string; after: ClearedUntil | undefined; most: number },
): Promise<{ ids: string[]; until: ClearedUntil | undefined }> {
  const behind = after ? sql`and (r.deleted_at, r.id) > (${after.deletedAt}::timestamptz, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<ClearedUntil>`
    select r.id, r.deleted_at::text as "deletedAt" from ${entriesLike(filter)} and r.left_at <= ${before}::timestamptz ${behind}
    order by r.deleted_at, r.id limit ${most}`.execute(transaction);
  return { ids: rows.map(({ id }) => id), until: rows.at(-1) };
}

/** The time by the database's clock, to the microsecond. */
export async function timeNow(transaction: Transaction<Tables>): Promise<string> {
  const { rows } = await sql<{ time: string }>`select clock_timestamp()::text as time`.execute(transaction);
  return rows[0]!.time;
}
