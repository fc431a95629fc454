import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { UserContext } from '../http/index.ts';
import { removeDue } from '../removal/index.ts';
import { releaseReserved } from '../spaces/index.ts';
import {
  deleteOldAnswers,
  deleteOpenUpload,
  deleteOpenUploadsUnder,
  findExpiredUploads,
  findOpenUploads,
  isStoreUploadKnown,
} from './abort-queries.ts';
import type { UploadDeps } from './deps.ts';
import { findUpload } from './upload-queries.ts';

/** Gives up an upload. Safe to repeat; an upload that was saved or is not the caller's stays as it is. */
export async function abortUpload(
  deps: UploadDeps,
  input: { bucketName: string; objectKey: string },
  { caller }: UserContext,
): Promise<null> {
  const upload = await findUpload(deps.database, caller.userId, input.objectKey);
  if (upload && input.bucketName === deps.store.bucket && (await giveUp(deps.database, upload.id)))
    await removeDue(deps, { keys: [upload.object_key] });
  return null;
}

/**
 * From here on the upload cannot be saved any more and its reserved quota is free. What was signed for it may still bring bytes: its
 * object is removed at once, and once more when no signature is valid any longer. `expired`: only if it is that. False when there is no
 * such open upload.
 */
export async function giveUp(database: Kysely<Tables>, uploadId: string, { expired = false } = {}): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const ended = await deleteOpenUpload(transaction, uploadId, { expired });
    if (ended) await releaseReserved(transaction, ended.space_id, ended.reserved_bytes);
    return ended !== undefined;
  });
}

/**
 * Whoever may no longer work in a space loses what they have under way there, everybody with `userIds` null: it cannot be saved any
 * more and its reserved quota is free at once. The next collection removes the objects. Answers how many were given up.
 */
export async function giveUpIn(database: Kysely<Tables>, spaceId: string, userIds: readonly string[] | null): Promise<number> {
  let givenUp = 0;
  for (const id of await findOpenUploads(database, spaceId, userIds)) if (await giveUp(database, id)) givenUp += 1;
  return givenUp;
}

/**
 * What is under way into folders that go to another space, or into a space that ends, is given up: it was to be saved, and its quota is
 * reserved, there. What is just being saved asks for its right once more.
 */
export async function giveUpUnder(
  transaction: Transaction<Tables>,
  under: { folderIds: readonly string[] } | { spaceId: string },
): Promise<void> {
  for (const ended of await deleteOpenUploadsUnder(transaction, under))
    await releaseReserved(transaction, ended.space_id, ended.reserved_bytes);
}

/** Uploads that nobody touched for a day. Answers how many were given up; what removes objects removes theirs. */
export async function collectAbandoned({ database }: Pick<UploadDeps, 'database'>, most = 200): Promise<number> {
  let givenUp = 0;
  for (const id of await findExpiredUploads(database, most)) if (await giveUp(database, id, { expired: true })) givenUp += 1;
  await deleteOldAnswers(database);
  return givenUp;
}

/** Multipart uploads that a browser opened and never told us of. Those of an upload row, or younger than a day, are left. */
export async function abortUnknownUploads({ database, store, now }: Pick<UploadDeps, 'database' | 'store' | 'now'>): Promise<number> {
  const old = (await store.listUploads()).filter((open) => now().getTime() - open.initiated.getTime() > 25 * 3_600_000);
  let aborted = 0;
  for (const open of old) {
    if (await isStoreUploadKnown(database, { objectKey: open.key, storeUploadId: open.uploadId })) continue;
    await store.abort(open.key, open.uploadId);
    aborted += 1;
  }
  return aborted;
}
