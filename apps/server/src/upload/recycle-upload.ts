import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { UserContext } from '../http/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import type { UploadDeps } from './deps.ts';
import { findUpload, freeReserved } from './upload-queries.ts';

/** Gives up an upload. Safe to repeat; an upload that was saved or is not the caller's stays as it is. */
export async function recycleUpload(
  deps: UploadDeps,
  input: { bucketName: string; objectKey: string },
  { caller }: UserContext,
): Promise<null> {
  const upload = await findUpload(deps.database, caller.userId, input.objectKey);
  if (upload && input.bucketName === deps.store.bucket && (await giveUp(deps.database, upload.id, true)))
    await removeObject(deps.database, deps.store, upload);
  return null;
}

/** First step, in the database: from here on the upload cannot be saved any more and its space is free. `now`: whatever its expiry. */
async function giveUp(database: Kysely<Tables>, uploadId: string, now: boolean): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('upload')
      .select(['space_id', 'reserved_bytes', 'state'])
      .where('id', '=', uploadId)
      .where('state', '!=', 'saved')
      .where((where) => (now ? where.lit(true) : where('expires_at', '<', sql<Date>`now()`)))
      .forUpdate()
      .executeTakeFirst();
    if (!row) return false;
    if (row.state === 'open') {
      await freeReserved(transaction, row.space_id, row.reserved_bytes);
      await transaction.updateTable('upload').set({ state: 'removing', reserved_bytes: 0 }).where('id', '=', uploadId).execute();
    }
    return true;
  });
}

/** Second step, at the store, then the row: a crash between leaves a row that the next collection finishes. */
async function removeObject(
  database: Kysely<Tables>,
  store: ObjectStore,
  upload: { id: string; object_key: string; store_upload_id: string | null },
): Promise<void> {
  if (upload.store_upload_id !== null) await store.abort(upload.object_key, upload.store_upload_id);
  await store.remove(upload.object_key);
  await database.deleteFrom('upload').where('id', '=', upload.id).where('state', '=', 'removing').execute();
}

/**
 * Whoever may no longer work in a space loses what they have under way there, everybody with `userIds` null: it cannot be saved any
 * more and its room is free at once. The next collection removes the objects. Answers how many were given up.
 */
export async function giveUpIn(database: Kysely<Tables>, spaceId: string, userIds: readonly string[] | null): Promise<number> {
  const rows = await database
    .selectFrom('upload')
    .select('id')
    .where('state', '!=', sql.lit('saved'))
    .where('state', '=', 'open')
    .where('space_id', '=', spaceId)
    .where(userIds === null ? sql<boolean>`true` : sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .execute();
  let givenUp = 0;
  for (const { id } of rows) if (await giveUp(database, id, true)) givenUp += 1;
  return givenUp;
}

/** What is under way into folders that go to another space is given up: it was to be saved, and its room is reserved, in the old one. */
export async function giveUpUnder(transaction: Transaction<Tables>, folderIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ space_id: string; reserved_bytes: number }>`
    with open as (select id, space_id, reserved_bytes from upload where parent_id = any(${folderIds}::uuid[]) and state = 'open' for update skip locked),
      ended as (update upload u set state = 'removing', reserved_bytes = 0 from open where u.id = open.id)
    select space_id, sum(reserved_bytes)::bigint as reserved_bytes from open group by space_id`.execute(transaction);
  for (const row of rows) await freeReserved(transaction, row.space_id, row.reserved_bytes);
}

/** Uploads that nobody touched for a day, and those whose removal a crash cut short. */
export async function collectAbandoned({ database, store }: Pick<UploadDeps, 'database' | 'store'>, most = 200): Promise<number> {
  const rows = await database
    .selectFrom('upload')
    .select(['id', 'object_key', 'store_upload_id'])
    .where('state', '!=', 'saved')
    .where((where) => where.or([where('state', '=', 'removing'), where('expires_at', '<', sql<Date>`now()`)]))
    .orderBy('expires_at')
    .limit(most)
    .execute();
  let removed = 0;
  for (const row of rows) {
    if (!(await giveUp(database, row.id, false)) && !(await isRemoving(database, row.id))) continue;
    await removeObject(database, store, row);
    removed += 1;
  }
  await sql`delete from upload where state = 'saved' and created_at < now() - interval '2 days'`.execute(database);
  await sql`delete from instant_ticket where expires_at < now() - interval '1 day'`.execute(database);
  return removed;
}

const isRemoving = async (database: Kysely<Tables>, id: string): Promise<boolean> =>
  (await database.selectFrom('upload').select('id').where('id', '=', id).where('state', '=', 'removing').executeTakeFirst()) !== undefined;

/** Multipart uploads that a browser opened and never told us of. Those of an upload row, or younger than a day, are left. */
export async function abortUnknownUploads({ database, store, now }: Pick<UploadDeps, 'database' | 'store' | 'now'>): Promise<number> {
  const old = (await store.listUploads()).filter((open) => now().getTime() - open.initiated.getTime() > 25 * 3_600_000);
  let aborted = 0;
  for (const open of old) {
    const known = await database
      .selectFrom('upload')
      .select('id')
      .where('object_key', '=', open.key)
      .where('store_upload_id', '=', open.uploadId)
      .where('state', '=', 'open')
      .executeTakeFirst();
    if (known) continue;
    await store.abort(open.key, open.uploadId);
    aborted += 1;
  }
  return aborted;
}
