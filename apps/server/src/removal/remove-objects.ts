/**
 * Removes objects from the store in two steps (I6). The transaction that deletes the last row with an object's key also records the
 * removal; once it commits, nothing can come to need the object again. Then the object is removed, and then the record. After a crash in
 * between, the next round continues.
 */
import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import type { CrashPoint } from './crash-points.ts';
import { mayRemove } from './removal-lock-queries.ts';
import { isOwnKey } from './store-mark.ts';
import { findDue, forgetRemoval, postponeAnHour, postponeToLast } from './removal-queries.ts';
import type { Due } from './removal-queries.ts';

export interface RemovalDeps {
  database: Kysely<Tables>;
  store: ObjectStore;
  logger: Logger;
  /** Called after each durable step. A test throws here, as a crash would. */
  reached?: (point: CrashPoint) => void;
}

/** Removes the objects that are due; only those of `keys` if given. Returns how many were removed; none while removal is held. */
export async function removeDue(
  deps: RemovalDeps,
  { keys, most = 200 }: { keys?: readonly string[]; most?: number } = {},
): Promise<number> {
  const { database, store, logger } = deps;
  const rows = await findDue(database, { bucket: store.bucket, keys, most });
  // A client that may open one multipart upload for a key may have opened several.
  const opened = rows.some(({ last }) => last) ? Map.groupBy(await store.listUploads(), ({ key }) => key) : null;
  let removed = 0;
  for (const row of rows) {
    if (row.in_use || isOwnKey(row.object_key)) {
      logger.error({ objectKey: row.object_key }, 'an object that is to be removed is needed: it stays');
      await postponeAnHour(database, row);
      continue;
    }
    const uploadIds = [row.store_upload_id, ...(opened?.get(row.object_key) ?? []).map(({ uploadId }) => uploadId)];
    const done = await database
      .transaction()
      .execute((turn) => removeOne({ ...deps, database: turn }, row, new Set(uploadIds.filter((id) => id !== null))));
    if (!done) return removed;
    removed += 1;
  }
  return removed;
}

/** False if removal is held. Who wants to hold it waits until the object and its record are gone. */
async function removeOne(
  { database, store, reached }: RemovalDeps & { database: Transaction<Tables> },
  row: Due,
  uploadIds: ReadonlySet<string>,
): Promise<boolean> {
  if (!(await mayRemove(database))) return false;
  for (const uploadId of uploadIds) await store.abort(row.object_key, uploadId);
  await store.remove(row.object_key);
  reached?.('object removed');
  if (row.last) await forgetRemoval(database, row);
  else await postponeToLast(database, row);
  return true;
}
