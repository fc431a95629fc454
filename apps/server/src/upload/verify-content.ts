import { sql } from 'kysely';
import type { Kysely } from 'kysely';
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
  await accept(database, content.id, actual);
}

async function quarantine(database: Kysely<Tables>, blobId: string): Promise<void> {
  await database
    .updateTable('blob')
    .set({ quarantined_at: sql`now()` })
    .where('id', '=', blobId)
    .execute();
}

/** The first blob of a content stays; whoever refers to a later one is pointed to it, and the later one is no longer needed. */
async function accept(database: Kysely<Tables>, blobId: string, { size, sha256, crc32 }: ContentHash): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`.execute(transaction);
    // Who copies files of this content holds it until their rows can be seen here.
    await sql`select from blob where id = ${blobId} for no key update`.execute(transaction);
    const first = await transaction
      .updateTable('blob')
      .set({ unneeded_since: null, crc32 })
      .where('sha256', '=', sha256)
      .where('size', '=', size)
      .where('verified_at', 'is not', null)
      .where('quarantined_at', 'is', null)
      .where('id', '!=', blobId)
      .returning('id')
      .executeTakeFirst();
    if (!first) {
      await transaction
        .updateTable('blob')
        .set({ sha256, crc32, verified_at: sql`now()` })
        .where('id', '=', blobId)
        .execute();
      return;
    }
    await transaction.updateTable('instance').set({ blob_id: first.id }).where('blob_id', '=', blobId).execute();
    await transaction.updateTable('version').set({ blob_id: first.id }).where('blob_id', '=', blobId).execute();
    // Verified under no content of its own: it serves nobody and only waits for its collection.
    await transaction
      .updateTable('blob')
      .set({ quarantined_at: sql`now()`, verified_at: sql`now()`, unneeded_since: sql`now()` })
      .where('id', '=', blobId)
      .execute();
  });
}

/** Two-phase (I6): content marked unneeded for a day and still without a reference is removed, object first. */
export async function collectUnneeded({ database, store }: Pick<VerifyDeps, 'database' | 'store'>, most = 200): Promise<number> {
  const { rows } = await sql<{ id: string; object_key: string }>`
    update replica r set state = 'removing' from blob b
    where b.id = r.blob_id and r.bucket = ${store.bucket} and b.id in (
      select id from blob where unneeded_since < now() - interval '1 day' and not exists (select 1 from instance where blob_id = blob.id)
        and not exists (select 1 from version where blob_id = blob.id)
        and not exists (select 1 from rendition where blob_id = blob.id) order by unneeded_since limit ${most} for update skip locked
    ) returning b.id, r.object_key`.execute(database);
  for (const row of rows) {
    await store.remove(row.object_key);
    await database.deleteFrom('blob').where('id', '=', row.id).execute();
  }
  return rows.length;
}
