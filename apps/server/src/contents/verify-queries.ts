import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { BlobId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { ContentHash } from './content-hash.ts';

/** Oldest first. */
export async function findUnverified(database: Kysely<Tables>, most: number): Promise<BlobId[]> {
  const rows = await database
    .selectFrom('blob')
    .select('id')
    .where('verified_at', 'is', null)
    .where('quarantined_at', 'is', null)
    .orderBy('created_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** False if the blob is gone. */
export async function quarantine(database: Kysely<Tables>, blobId: BlobId): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('blob')
    .set({ quarantined_at: sql`now()` })
    .where('id', '=', blobId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Identity = Pick<ContentHash, 'size' | 'sha256'>;

const isContent = ({ size, sha256 }: Identity): RawBuilder<boolean> =>
  sql`sha256 = ${sha256} and size = ${size} and verified_at is not null and quarantined_at is null`;

interface Twin {
  id: BlobId;
  objectKey: string;
  damaged: boolean;
}

/** Other verified blobs with this content in the bucket. `damaged`: it was read again, and the store has other bytes. */
export async function findTwins(
  database: Kysely<Tables>,
  { blobId, bucket, content }: { blobId: BlobId; bucket: string; content: Identity },
): Promise<Twin[]> {
  const { rows } = await sql<Twin>`
    select b.id, r.object_key as "objectKey", exists (select from damaged_content d where d.blob_id = b.id) as damaged from blob b join replica r on r.blob_id = b.id and r.bucket = ${bucket} where b.id <> ${blobId} and ${isContent(content)}`.execute(
    database,
  );
  return rows;
}

/**
 * Locks the blob and all other blobs with the same content, and returns their ids in order. Equal contents are merged one at a time, and a
 * merge waits for everyone who copies their files (`shareLockContents`).
 */
export async function lockTwins(transaction: Transaction<Tables>, blobId: BlobId, content: Identity): Promise<BlobId[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${content.sha256}, 0))`.execute(transaction);
  const { rows } = await sql<{ id: BlobId }>`
    select id from blob where id = ${blobId} or (${isContent(content)}) order by id for no key update`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Content that nothing refers to by the time it is verified stays marked for collection. */
export async function setVerified(transaction: Transaction<Tables>, blobId: BlobId, { sha256, crc32 }: ContentHash): Promise<void> {
  await sql`
    update blob set sha256 = ${sha256}, crc32 = ${crc32}, verified_at = coalesce(verified_at, now()),
      unneeded_since = case when exists (select from instance i where i.blob_id = blob.id) or exists (select from version v where v.blob_id = blob.id)
        then null else coalesce(unneeded_since, now()) end
    where id = ${blobId}`.execute(transaction);
}

/** Two blobs with the same content: files of `goesId` get `keepsId` instead. */
export interface Merge {
  keepsId: BlobId;
  goesId: BlobId;
}

/** Points every file and version from the blob `goesId` to `keepsId`, which has the same content. `goesId` is then unneeded. */
export async function mergeBlobs(transaction: Transaction<Tables>, { keepsId, goesId }: Merge): Promise<void> {
  // In the order of their ids, like everywhere that several files are locked.
  await sql`select from instance where blob_id = ${goesId} order by id for no key update`.execute(transaction);
  await transaction.updateTable('instance').set({ blob_id: keepsId }).where('blob_id', '=', goesId).execute();
  await transaction.updateTable('version').set({ blob_id: keepsId }).where('blob_id', '=', goesId).execute();
  // Quarantined, so that it serves nobody, and counted as verified, so that it is not checked again: it only waits for its collection.
  await transaction
    .updateTable('blob')
    .set({ quarantined_at: sql`now()`, verified_at: sql`now()`, unneeded_since: sql`now()` })
    .where('id', '=', goesId)
    .execute();
}
