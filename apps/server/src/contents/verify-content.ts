import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import { confuse } from '@alcove/transfer';
import type { Tables } from '../database/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import { hashContent } from './content-hash.ts';
import type { ContentHash } from './content-hash.ts';
import { readContent } from './content-queries.ts';
import type { StoredContent } from './content-queries.ts';

interface VerifyDeps {
  database: Kysely<Tables>;
  store: ObjectStore;
  logger: Logger;
}

/**
 * Verifies new content, oldest first: its hashes are computed by the server itself before it may serve an instant transfer (I2).
 * Content that differs from what its uploader announced is quarantined; content we have already is put together.
 * An advisory lock keeps two processes off the same blob without holding a row. Answers how many it looked at.
 */
export async function verifyArrived(deps: VerifyDeps, most = 64): Promise<number> {
  const rows = await deps.database
    .selectFrom('blob')
    .select('id')
    .where('verified_at', 'is', null)
    .where('quarantined_at', 'is', null)
    .orderBy('created_at')
    .limit(most)
    .execute();
  let done = 0;
  for (const { id } of rows) {
    const content = await readContent(deps.database, id, deps.store.bucket);
    if (!content) continue;
    await verify(deps, content);
    done += 1;
  }
  return done;
}

async function verify({ database, store, logger }: VerifyDeps, content: StoredContent): Promise<void> {
  const stream = await store.read(content.objectKey);
  if (!stream) {
    logger.error({ blob: content.id }, 'stored content is missing');
    await quarantine(database, content.id);
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
  await accept({ database, store }, content.id, actual);
}

async function quarantine(database: Kysely<Tables>, blobId: string): Promise<void> {
  await database
    .updateTable('blob')
    .set({ quarantined_at: sql`now()` })
    .where('id', '=', blobId)
    .execute();
}

/**
 * The first blob of a content stays; whoever refers to a later one is pointed to it, and the later one is no longer needed. Where the
 * object of the first is lost, it is the other way round: what came now heals the files that had lost their content.
 */
async function accept(
  { database, store }: Pick<VerifyDeps, 'database' | 'store'>,
  blobId: string,
  { size, sha256, crc32 }: ContentHash,
): Promise<void> {
  const lostId = await lostTwin(database, store, { blobId, size, sha256 });
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`.execute(transaction);
    // Who copies files of this content holds it until their rows can be seen here.
    const { rows: held } = await sql<{ id: string }>`
      select id from blob where id = ${blobId} or (${isContent(size, sha256)}) order by id for no key update`.execute(transaction);
    const firstId = held.find(({ id }) => id !== blobId)?.id ?? null;
    const keepsId = firstId !== null && firstId !== lostId ? firstId : blobId;
    if (firstId !== null) await putTogether(transaction, { keepsId, goesId: keepsId === blobId ? firstId : blobId });
    // What nothing refers to any more by the time it is verified stays on its way out.
    await sql`
      update blob set sha256 = ${sha256}, crc32 = ${crc32}, verified_at = coalesce(verified_at, now()),
        unneeded_since = case when exists (select from instance i where i.blob_id = blob.id) or exists (select from version v where v.blob_id = blob.id)
          then null else coalesce(unneeded_since, now()) end
      where id = ${keepsId}`.execute(transaction);
  });
}

const isContent = (size: number, sha256: string) =>
  sql`sha256 = ${sha256} and size = ${size} and verified_at is not null and quarantined_at is null`;

async function putTogether(transaction: Transaction<Tables>, { keepsId, goesId }: { keepsId: string; goesId: string }): Promise<void> {
  // By id, as everyone who holds several files.
  await sql`select from instance where blob_id = ${goesId} order by id for no key update`.execute(transaction);
  await transaction.updateTable('instance').set({ blob_id: keepsId }).where('blob_id', '=', goesId).execute();
  await transaction.updateTable('version').set({ blob_id: keepsId }).where('blob_id', '=', goesId).execute();
  // Verified under no content of its own: it serves nobody and only waits for its collection.
  await transaction
    .updateTable('blob')
    .set({ quarantined_at: sql`now()`, verified_at: sql`now()`, unneeded_since: sql`now()` })
    .where('id', '=', goesId)
    .execute();
}

/** The blob that has this content already, when its object is not what it should be. */
async function lostTwin(
  database: Kysely<Tables>,
  store: ObjectStore,
  { blobId, size, sha256 }: { blobId: string; size: number; sha256: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string; object_key: string }>`
    select b.id, r.object_key from blob b join replica r on r.blob_id = b.id and r.bucket = ${store.bucket} where b.id <> ${blobId} and ${isContent(size, sha256)}`.execute(
    database,
  );
  const [twin] = rows;
  return twin && (await store.head(twin.object_key, { fresh: true }))?.size !== size ? twin.id : null;
}
