import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { BlobId } from '@alcove/contract';
import { confuse } from '@alcove/transfer';
import type { Tables } from '../database/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import { hashContent } from './content-hash.ts';
import { readContentsOf } from './content-queries.ts';
import type { StoredContent } from './content-queries.ts';
import { findTwins, findUnverified, lockTwins, mergeBlobs, quarantine, setVerified } from './verify-queries.ts';
import type { Merge, Verified } from './verify-queries.ts';

export interface VerifyDeps {
  database: Kysely<Tables>;
  store: ObjectStore;
  logger: Logger;
  /** Called before files get the kept blob, for what was decided of their content: it is still the same content. */
  beforeMerge: (transaction: Transaction<Tables>, merge: Merge) => Promise<void>;
}

/** Of the content that is verified together: enough to share what each costs the database, and a second or two of reading. */
const mostBytes = 64 * 2 ** 20;

/**
 * Verifies new content, oldest first: the server computes its hashes itself before the content may serve an instant transfer (I2). Content
 * that differs from what its uploader announced is quarantined. Content that is stored already is merged with the stored one. Two processes
 * may read the same content, but it is merged only once. Returns how many contents were checked. Throws after the others are verified if one could
 * not be read.
 */
export async function verifyArrived(deps: VerifyDeps, most = 64): Promise<number> {
  const contents = firstBytes(await unverified(deps, most));
  const honest: Verified[] = [];
  const failures: unknown[] = [];
  for (const content of contents)
    try {
      const verified = await readAgain(deps, content);
      if (verified) honest.push(verified);
    } catch (error) {
      failures.push(error);
    }
  await acceptAll(deps, honest);
  if (failures.length > 0) throw failures[0];
  return contents.length;
}

async function unverified({ database, store }: VerifyDeps, most: number): Promise<StoredContent[]> {
  const ids = await findUnverified(database, most);
  const contents = new Map((await readContentsOf(database, ids, store.bucket)).map((content) => [content.id, content]));
  return ids.flatMap((id) => contents.get(id) ?? []);
}

/** As many as have so many bytes together, and at least one. */
function firstBytes(contents: readonly StoredContent[]): readonly StoredContent[] {
  let sum = 0;
  const tooMany = contents.findIndex(({ size }) => (sum += size) > mostBytes);
  return tooMany < 0 ? contents : contents.slice(0, Math.max(1, tooMany));
}

/** Null if it is not what its uploader announced. */
async function readAgain({ database, store, logger }: VerifyDeps, content: StoredContent): Promise<Verified | null> {
  const stream = await store.read(content.objectKey);
  if (!stream) {
    // Without its row it was not lost: nothing refers to it any more, and it was collected meanwhile.
    if (await quarantine(database, content.id)) logger.error({ blob: content.id }, 'stored content is missing');
    return null;
  }
  const params = content.confuse;
  const actual = await hashContent(stream, content.size, (chunk, offset) => void (params && confuse(chunk, offset, params)));
  const honest =
    actual.size === content.size && actual.md5 === content.md5 && (content.sha256 === null || content.sha256 === actual.sha256);
  if (honest) return { id: content.id, content: actual };
  logger.warn({ blob: content.id }, 'content differs from what was announced: quarantined');
  await quarantine(database, content.id);
  return null;
}

/** Contents that are new are accepted together; of those that came twice or are known already, each by itself. */
async function acceptAll(deps: VerifyDeps, arrived: readonly Verified[]): Promise<void> {
  if (arrived.length === 0) return;
  const known = new Set((await findTwins(deps.database, arrived, deps.store.bucket)).map(({ sha256 }) => sha256));
  const [fresh, others]: [Verified[], Verified[]] = [[], []];
  for (const one of arrived) {
    (known.has(one.content.sha256) ? others : fresh).push(one);
    known.add(one.content.sha256);
  }
  if (fresh.length > 0) await acceptFresh(deps, fresh);
  for (const one of others) await accept(deps, one);
}

/** What somebody else verified meanwhile is left: it is no longer new when its turn comes again. */
async function acceptFresh({ database }: VerifyDeps, fresh: readonly Verified[]): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const locked = await lockTwins(transaction, fresh);
    const waiting = new Set(locked.flatMap(({ id, verified }) => (verified ? [] : [id])));
    const known = new Set(locked.flatMap(({ sha256, verified }) => (verified ? [sha256] : [])));
    await setVerified(
      transaction,
      fresh.filter(({ id, content }) => waiting.has(id) && !known.has(content.sha256)),
    );
  });
}

/**
 * Keeps the first blob of each content. References to a later one are pointed to the first, and the later one becomes unneeded. If the
 * object of the first blob is lost, it is the other way round: the new blob repairs the files that had lost their content.
 */
async function accept({ database, store, beforeMerge }: VerifyDeps, arrived: Verified): Promise<void> {
  const lostId = await lostTwin(database, store, arrived);
  await database.transaction().execute(async (transaction) => {
    const firstId = (await lockTwins(transaction, [arrived])).find(({ id }) => id !== arrived.id)?.id ?? null;
    const keepsId = firstId !== null && firstId !== lostId ? firstId : arrived.id;
    if (firstId !== null) {
      const merge = { keepsId, goesId: keepsId === arrived.id ? firstId : arrived.id };
      await beforeMerge(transaction, merge);
      await mergeBlobs(transaction, merge);
    }
    await setVerified(transaction, [{ id: keepsId, content: arrived.content }]);
  });
}

/** The blob that already has this content, if its object is missing, damaged, or has the wrong size. */
async function lostTwin(database: Kysely<Tables>, store: ObjectStore, arrived: Verified): Promise<BlobId | null> {
  const [twin] = await findTwins(database, [arrived], store.bucket);
  if (!twin) return null;
  return twin.damaged || (await store.head(twin.objectKey, { fresh: true }))?.size !== arrived.content.size ? twin.id : null;
}
