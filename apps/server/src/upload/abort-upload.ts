import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { UserContext } from '../http/index.ts';
import { removeDue, signaturesEnded } from '../removal/index.ts';
import { releaseReserved } from '../spaces/index.ts';
import type { UploadDeps } from './deps.ts';
import { findUpload } from './upload-queries.ts';

/** Gives up an upload. Safe to repeat; an upload that was saved or is not the caller's stays as it is. */
export async function abortUpload(
  deps: UploadDeps,
  input: { bucketName: string; objectKey: string },
  { caller }: UserContext,
): Promise<null> {
  const upload = await findUpload(deps.database, caller.userId, input.objectKey);
  if (upload && input.bucketName === deps.store.bucket && (await giveUp(deps.database, upload.id, true)))
    await removeDue(deps, { keys: [upload.object_key] });
  return null;
}

/**
 * From here on the upload cannot be saved any more and its space is free. What was signed for it may still bring bytes: its object is
 * removed at once, and once more when no signature is valid any longer. `now`: whatever its expiry. False when there is none that is open.
 */
export async function giveUp(database: Kysely<Tables>, uploadId: string, now: boolean): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ space_id: string; reserved_bytes: number }>`
      with ended as (
        delete from upload where id = ${uploadId} and state = 'open' and ${now ? sql`true` : sql`expires_at < now()`}
        returning object_key, store_upload_id, space_id, reserved_bytes
      ), removal as (insert into object_removal (object_key, store_upload_id, last_at) select object_key, store_upload_id, ${signaturesEnded} from ended)
      select space_id, reserved_bytes from ended`.execute(transaction);
    const [row] = rows;
    if (row) await releaseReserved(transaction, row.space_id, row.reserved_bytes);
    return row !== undefined;
  });
}

/**
 * Whoever may no longer work in a space loses what they have under way there, everybody with `userIds` null: it cannot be saved any
 * more and its room is free at once. The next collection removes the objects. Answers how many were given up.
 */
export async function giveUpIn(database: Kysely<Tables>, spaceId: string, userIds: readonly string[] | null): Promise<number> {
  const rows = await database
    .selectFrom('upload')
    .select('id')
    .where('state', '=', sql.lit('open'))
    .where('space_id', '=', spaceId)
    .where(userIds === null ? sql<boolean>`true` : sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .execute();
  let givenUp = 0;
  for (const { id } of rows) if (await giveUp(database, id, true)) givenUp += 1;
  return givenUp;
}

/**
 * What is under way into folders that go to another space, or into a space that ends, is given up: it was to be saved, and its room is
 * reserved, there. What is just being saved asks for its right once more.
 */
export async function giveUpUnder(
  transaction: Transaction<Tables>,
  under: { folderIds: readonly string[] } | { spaceId: string },
): Promise<void> {
  const which = 'spaceId' in under ? sql`space_id = ${under.spaceId}` : sql`parent_id = any(${under.folderIds}::uuid[])`;
  const { rows } = await sql<{ space_id: string; reserved_bytes: number }>`
    with open as (select id from upload where ${which} and state = 'open' for update skip locked),
      ended as (delete from upload u using open where u.id = open.id returning u.space_id, u.reserved_bytes, u.object_key, u.store_upload_id),
      removal as (insert into object_removal (object_key, store_upload_id, last_at) select object_key, store_upload_id, ${signaturesEnded} from ended)
    select space_id, sum(reserved_bytes)::bigint as reserved_bytes from ended group by space_id`.execute(transaction);
  for (const row of rows) await releaseReserved(transaction, row.space_id, row.reserved_bytes);
}

/** Uploads that nobody touched for a day. Answers how many were given up; what removes objects removes theirs. */
export async function collectAbandoned({ database }: Pick<UploadDeps, 'database'>, most = 200): Promise<number> {
  const rows = await database
    .selectFrom('upload')
    .select('id')
    .where('state', '=', sql.lit('open'))
    .where('expires_at', '<', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(most)
    .execute();
  let givenUp = 0;
  for (const { id } of rows) if (await giveUp(database, id, false)) givenUp += 1;
  await sql`delete from upload where state = 'saved' and created_at < now() - interval '2 days'`.execute(database);
  await sql`delete from instant_ticket where expires_at < now() - interval '1 day'`.execute(database);
  return givenUp;
}

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
