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

/** A blob with the content that was found in it. */
export interface Arrived {
  id: BlobId;
  content: Pick<ContentHash, 'size' | 'sha256'>;
}

interface Twin {
  id: BlobId;
  sha256: string;
  objectKey: string;
  damaged: boolean;
}

interface Locked {
  id: BlobId;
  /** Before it is verified, what its uploader announced, if anything. */
  sha256: string | null;
  verified: boolean;
}

const idsOf = (arrived: readonly Arrived[]): RawBuilder<BlobId[]> => sql`${arrived.map(({ id }) => id)}::uuid[]`;
/** Verified blobs `b` whose content is one of these. */
const twinsOf = (arrived: readonly Arrived[]): RawBuilder<unknown> => sql`
  unnest(${arrived.map(({ content }) => content.sha256)}::text[], ${arrived.map(({ content }) => content.size)}::bigint[]) as given (sha256, size)
  join blob b on b.sha256 = given.sha256 and b.size = given.size and b.verified_at is not null and b.quarantined_at is null`;

/** Other verified blobs with one of these contents in the bucket. `damaged`: it was read again, and the store has other bytes. */
export async function findTwins(database: Kysely<Tables>, arrived: readonly Arrived[], bucket: string): Promise<Twin[]> {
  const { rows } = await sql<Twin>`
    select b.id, b.sha256, r.object_key as "objectKey", exists (select from damaged_content d where d.blob_id = b.id) as damaged
      from ${twinsOf(arrived)} join replica r on r.blob_id = b.id and r.bucket = ${bucket} where b.id <> all(${idsOf(arrived)})`.execute(
    database,
  );
  return rows;
}

/**
 * Locks these blobs and all verified blobs with one of their contents, and returns them in the order of their ids. Equal contents are merged one
 * at a time, and a merge waits for everyone who copies their files (`shareLockContents`).
 */
export async function lockTwins(transaction: Transaction<Tables>, arrived: readonly Arrived[]): Promise<Locked[]> {
  // In one order, so that of two who lock several none waits for the other for ever.
  await sql`
    select pg_advisory_xact_lock(key) from (select distinct hashtextextended(sha256, 0) as key
      from unnest(${arrived.map(({ content }) => content.sha256)}::text[]) as given (sha256) order by key) as keys`.execute(transaction);
  const { rows } = await sql<Locked>`
    select id, sha256, verified_at is not null as verified from blob
      where id in (select unnest(${idsOf(arrived)}) union select b.id from ${twinsOf(arrived)}) order by id for no key update`.execute(
    transaction,
  );
  return rows;
}

export interface Verified extends Arrived {
  content: ContentHash;
}

/** Content that nothing refers to by the time it is verified stays marked for collection. */
export async function setVerified(transaction: Transaction<Tables>, verified: readonly Verified[]): Promise<void> {
  await sql`
    update blob set sha256 = given.sha256, crc32 = given.crc32, verified_at = coalesce(verified_at, now()),
      unneeded_since = case when exists (select from instance i where i.blob_id = blob.id) or exists (select from version v where v.blob_id = blob.id)
        then null else coalesce(unneeded_since, now()) end
    from unnest(${idsOf(verified)}, ${verified.map(({ content }) => content.sha256)}::text[],
      ${verified.map(({ content }) => content.crc32)}::bigint[]) as given (id, sha256, crc32)
    where blob.id = given.id`.execute(transaction);
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
