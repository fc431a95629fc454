import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { BlobId } from '@alcove/contract';
import { confuse } from '@alcove/transfer';
import type { Tables } from '../database/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import { hashContent } from './content-hash.ts';
import type { ContentHash } from './content-hash.ts';
import { readContent } from './content-queries.ts';
import type { StoredContent } from './content-queries.ts';
import { findTwins, findUnverified, lockTwins, mergeBlobs, quarantine, setVerified } from './verify-queries.ts';
import type { Merge } from './verify-queries.ts';

export interface VerifyDeps {
  database: Kysely<Tables>;
  store: ObjectStore;
  logger: Logger;
  /** Called before files get the kept blob, for what was decided of their content: it is still the same content. */
  beforeMerge: (transaction: Transaction<Tables>, merge: Merge) => Promise<void>;
}

/**
 * Verifies new content, oldest first: the server computes its hashes itself before the content may serve an instant transfer (I2). Content
 * that differs from what its uploader announced is quarantined. Content that is stored already is merged with the stored one. Two processes
 * may read the same content, but it is merged only once. Returns how many contents were checked.
 */
export async function verifyArrived(deps: VerifyDeps, most = 64): Promise<number> {
  let done = 0;
  for (const id of await findUnverified(deps.database, most)) {
    const content = await readContent(deps.database, id, deps.store.bucket);
    if (!content) continue;
    await verify(deps, content);
    done += 1;
  }
  return done;
}

async function verify(deps: VerifyDeps, content: StoredContent): Promise<void> {
  const { database, store, logger } = deps;
  const stream = await store.read(content.objectKey);
  if (!stream) {
    // Without its row it was not lost: nothing refers to it any more, and it was collected meanwhile.
    if (await quarantine(database, content.id)) logger.error({ blob: content.id }, 'stored content is missing');
    return;
  }
  const params = content.confuse;
  const actual = await hashContent(stream, content.size, (chunk, offset) => void (params && confuse(chunk, offset, params)));
  const honest =
    actual.size === content.size && actual.md5 === content.md5 && (content.sha256 === null || content.sha256 === actual.sha256);
  if (!honest) {
    logger.warn({ blob: content.id }, 'content differs from what was announced: quarantined');
    await quarantine(database, content.id);
    return;
  }
  await accept(deps, content.id, actual);
}

/**
 * Keeps the first blob of each content. References to a later one are pointed to the first, and the later one becomes unneeded. If the
 * object of the first blob is lost, it is the other way round: the new blob repairs the files that had lost their content.
 */
async function accept({ database, store, beforeMerge }: VerifyDeps, blobId: BlobId, content: ContentHash): Promise<void> {
  const lostId = await lostTwin(database, store, blobId, content);
  await database.transaction().execute(async (transaction) => {
    const firstId = (await lockTwins(transaction, blobId, content)).find((id) => id !== blobId) ?? null;
    const keepsId = firstId !== null && firstId !== lostId ? firstId : blobId;
    if (firstId !== null) {
      const merge = { keepsId, goesId: keepsId === blobId ? firstId : blobId };
      await beforeMerge(transaction, merge);
      await mergeBlobs(transaction, merge);
    }
    await setVerified(transaction, keepsId, content);
  });
}

/** The blob that already has this content, if its object is missing, damaged, or has the wrong size. */
async function lostTwin(database: Kysely<Tables>, store: ObjectStore, blobId: BlobId, content: ContentHash): Promise<string | null> {
  const [twin] = await findTwins(database, { blobId, bucket: store.bucket, content });
  if (!twin) return null;
  return twin.damaged || (await store.head(twin.objectKey, { fresh: true }))?.size !== content.size ? twin.id : null;
}
