/** `object_removal`: the objects to remove from the store, and when. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../database/index.ts';

/**
 * When every signature for a key has expired. It is valid for a quarter of an hour, and until then its holder can write the object again.
 */
export const signaturesEnded: RawBuilder<Date> = sql`now() + interval '20 minutes'`;

export interface Due {
  object_key: string;
  bucket: string | null;
  store_upload_id: string | null;
  /** No signature can bring the object back any more. */
  last: boolean;
  in_use: boolean;
}

/**
 * An SQL expression: whether some row needs the object with that key in that bucket. `key` and `bucket` may be columns of the surrounding
 * statement.
 */
const isNeeded = (key: RawBuilder<unknown>, bucket: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  exists (select from replica n where n.object_key = ${key} and n.bucket = ${bucket})
  or exists (select from rendition n where n.object_key = ${key}) or exists (select from upload n where n.object_key = ${key} and n.state = 'open'))`;

/** The removals that are due, the longest overdue first; only of `keys` if given. */
export async function findDue(
  database: Kysely<Tables>,
  { bucket, keys, most }: { bucket: string; keys: readonly string[] | undefined; most: number },
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select object_key, bucket, store_upload_id, due_at >= last_at as last, ${isNeeded(sql`o.object_key`, sql`${bucket}::text`)} as in_use
    from object_removal o where due_at <= now() and (bucket is null or bucket = ${bucket})
      and ${keys === undefined ? sql`true` : sql`object_key = any(${keys}::text[])`}
    order by due_at limit ${most}`.execute(database);
  return rows;
}

const isRow = ({ object_key: key, bucket }: Due): RawBuilder<boolean> => sql`object_key = ${key} and bucket is not distinct from ${bucket}`;

async function postpone(database: Kysely<Tables>, row: Due, until: RawBuilder<Date>): Promise<void> {
  await sql`update object_removal set due_at = ${until}, last_at = greatest(last_at, ${until}) where ${isRow(row)}`.execute(database);
}

export const postponeAnHour = (database: Kysely<Tables>, row: Due): Promise<void> =>
  postpone(database, row, sql`now() + interval '1 hour'`);

/** Postpones it until no signature can bring the object back. */
export const postponeToLast = (database: Kysely<Tables>, row: Due): Promise<void> => postpone(database, row, sql`last_at`);

/** Keeps the row if it was postponed meanwhile. */
export async function forgetRemoval(database: Kysely<Tables>, row: Due): Promise<void> {
  await sql`delete from object_removal where ${isRow(row)} and due_at >= last_at`.execute(database);
}
