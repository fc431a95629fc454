/** `object_removal`: which objects are to leave the store, and when. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../database/index.ts';

/** A signature for a key is valid for a quarter of an hour: until then its holder can bring the object back. */
export const signaturesEnded: RawBuilder<Date> = sql`now() + interval '20 minutes'`;

export interface Due {
  object_key: string;
  bucket: string | null;
  store_upload_id: string | null;
  /** Nothing can bring it back any more. */
  last: boolean;
  in_use: boolean;
}

/** Whether some row needs the object of that key in that bucket: as an expression over columns of the statement that it stands in. */
const isNeeded = (key: RawBuilder<unknown>, bucket: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  exists (select from replica n where n.object_key = ${key} and n.bucket = ${bucket})
  or exists (select from rendition n where n.object_key = ${key}) or exists (select from upload n where n.object_key = ${key} and n.state = 'open'))`;

/** Longest due first, of those keys alone where some are given. */
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

/** Until no signature can bring it back. */
export const postponeToLast = (database: Kysely<Tables>, row: Due): Promise<void> => postpone(database, row, sql`last_at`);

/** It stays where it was postponed meanwhile. */
export async function forgetRemoval(database: Kysely<Tables>, row: Due): Promise<void> {
  await sql`delete from object_removal where ${isRow(row)} and due_at >= last_at`.execute(database);
}
