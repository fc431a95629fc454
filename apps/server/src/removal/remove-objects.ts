/**
 * Objects leave the store in two steps (I6). The transaction that takes away the last row which names an object writes what is to be
 * removed; from its commit on nobody can come to need the object any more. Then the object goes, then its row here: after a crash in
 * between the next turn goes on.
 */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import type { CrashPoint } from './crash-points.ts';

export interface RemovalDeps {
  database: Kysely<Tables>;
  store: ObjectStore;
  logger: Logger;
  /** Told of each durable step. A test ends the work there, as a crash would. */
  reached?: (point: CrashPoint) => void;
}

/** A signature for a key is valid for a quarter of an hour: until then its holder can bring the object back. */
export const signaturesEnded: RawBuilder<Date> = sql`now() + interval '20 minutes'`;

interface Due {
  object_key: string;
  bucket: string | null;
  store_upload_id: string | null;
  /** Nothing can bring it back any more. */
  last: boolean;
  in_use: boolean;
}

/** Whether some row needs the object of that key in that bucket: as an expression over columns of the statement that it stands in. */
export const isNeeded = (key: RawBuilder<unknown>, bucket: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  exists (select from replica n where n.object_key = ${key} and n.bucket = ${bucket})
  or exists (select from rendition n where n.object_key = ${key}) or exists (select from upload n where n.object_key = ${key} and n.state = 'open'))`;

/** Removes what is due, of those keys alone where some are given. Answers how many objects it removed. */
export async function removeDue(
  deps: RemovalDeps,
  { keys, most = 200 }: { keys?: readonly string[]; most?: number } = {},
): Promise<number> {
  const { database, store, logger, reached } = deps;
  const { rows } = await sql<Due>`
    select object_key, bucket, store_upload_id, due_at >= last_at as last, ${isNeeded(sql`o.object_key`, sql`${store.bucket}::text`)} as in_use
    from object_removal o where due_at <= now() and (bucket is null or bucket = ${store.bucket})
      and ${keys === undefined ? sql`true` : sql`object_key = any(${keys}::text[])`}
    order by due_at limit ${most}`.execute(database);
  // Who may open one upload under a key may open several.
  const opened = rows.some(({ last }) => last) ? Map.groupBy(await store.listUploads(), ({ key }) => key) : null;
  let removed = 0;
  for (const row of rows) {
    if (row.in_use) {
      logger.error({ objectKey: row.object_key }, 'an object that is to be removed is needed: it stays');
      await postpone(database, row, sql`now() + interval '1 hour'`);
      continue;
    }
    const uploadIds = new Set([row.store_upload_id, ...(opened?.get(row.object_key) ?? []).map(({ uploadId }) => uploadId)]);
    for (const uploadId of uploadIds) if (uploadId !== null) await store.abort(row.object_key, uploadId);
    await store.remove(row.object_key);
    reached?.('object removed');
    removed += 1;
    if (row.last) await forget(database, row);
    else await postpone(database, row, sql`last_at`);
  }
  return removed;
}

const isRow = ({ object_key: key, bucket }: Due): RawBuilder<boolean> => sql`object_key = ${key} and bucket is not distinct from ${bucket}`;

async function postpone(database: Kysely<Tables>, row: Due, until: RawBuilder<Date>): Promise<void> {
  await sql`update object_removal set due_at = ${until}, last_at = greatest(last_at, ${until}) where ${isRow(row)}`.execute(database);
}

async function forget(database: Kysely<Tables>, row: Due): Promise<void> {
  await sql`delete from object_removal where ${isRow(row)} and due_at >= last_at`.execute(database);
}
