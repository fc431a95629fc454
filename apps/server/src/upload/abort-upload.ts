import type { Kysely, Transaction } from 'kysely';
import type { SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { makerOf } from '../http/index.ts';
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
import type { EndedUploads } from './abort-queries.ts';
import type { UploadDeps } from './deps.ts';
import { abortPlanned, deleteOldSaves } from './planned-queries.ts';
import { planOf } from './signed-plans.ts';
import { findUpload } from './upload-queries.ts';
import { findUploadsOfClosedLinks } from './visitors-queries.ts';

/** Aborts an upload. Safe to repeat. An upload that is saved or belongs to somebody else is left as it is. */
export async function abortUpload(
  deps: UploadDeps,
  input: { bucketName: string; objectKey: string },
  { caller }: UserContext,
): Promise<null> {
  if (planOf(deps, input.objectKey, caller)) {
    if (input.bucketName === deps.store.bucket && (await abortPlanned(deps.database, input.objectKey)))
      deps.expectedStrays.settled(input.objectKey);
    return null;
  }
  const upload = await findUpload(deps.database, makerOf(caller), input.objectKey);
  if (upload && input.bucketName === deps.store.bucket && (await endOpenUpload(deps.database, upload.id)))
    await removeDue(deps, { keys: [upload.object_key] });
  return null;
}

/**
 * Ends an open upload: it can no longer be saved, and its reserved quota is released. Bytes may still arrive with a signature that was
 * issued before, so its object is scheduled for removal now, and once more when no signature is valid any longer. With `expired`, only an
 * expired upload is ended. False if there is no such open upload.
 */
export async function endOpenUpload(database: Kysely<Tables>, uploadId: string, { expired = false } = {}): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const ended = await deleteOpenUpload(transaction, uploadId, { expired });
    if (ended) await releaseReserved(transaction, ended.space_id, ended.reserved_bytes);
    return ended !== undefined;
  });
}

/**
 * Aborts the open uploads in a space of people who lost access to it, or of everybody if `userIds` is null. They can no longer be saved,
 * and their reserved quota is released at once. The next collection removes their objects. Returns how many were aborted.
 */
export async function endUploadsOf(database: Kysely<Tables>, spaceId: SpaceId, userIds: readonly string[] | null): Promise<number> {
  let aborted = 0;
  for (const id of await findOpenUploads(database, spaceId, userIds)) if (await endOpenUpload(database, id)) aborted += 1;
  return aborted;
}

/**
 * Aborts uploads into folders that move to another space, or into a space that is deleted: their target and their reserved quota are in the
 * old space. Also those of a person who leaves, and all when the files are in another store from now on. An upload that is being saved right now is skipped; its save checks the permission again.
 */
export async function endUploadsUnder(transaction: Transaction<Tables>, under: EndedUploads): Promise<void> {
  for (const ended of await deleteOpenUploadsUnder(transaction, under))
    await releaseReserved(transaction, ended.space_id, ended.reserved_bytes);
}

/**
 * Aborts uploads that nobody touched for a day, and those through links that are closed, and deletes old answers. Their objects are removed by the removal job. Returns how many were
 * aborted.
 */
export async function collectAbandoned({ database }: Pick<UploadDeps, 'database'>, most = 200): Promise<number> {
  let aborted = 0;
  for (const id of await findExpiredUploads(database, most)) if (await endOpenUpload(database, id, { expired: true })) aborted += 1;
  for (const id of await findUploadsOfClosedLinks(database, most)) if (await endOpenUpload(database, id)) aborted += 1;
  await deleteOldAnswers(database);
  await deleteOldSaves(database);
  return aborted;
}

/**
 * Aborts multipart uploads that a browser opened at the store but never reported to us. Those that belong to an upload row, or are younger
 * than 25 hours, are kept. Returns how many were aborted.
 */
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
