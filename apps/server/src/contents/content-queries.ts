import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { BlobId } from '@alcove/contract';
import type { StoredConfuse, Tables } from '../database/index.ts';

export interface StoredContent {
  id: BlobId;
  size: number;
  md5: string;
  sha256: string | null;
  confuse: StoredConfuse | null;
  objectKey: string;
  quarantined: boolean;
}

const stored = (database: Kysely<Tables>, bucket: string) =>
  database
    .selectFrom('blob as b')
    .innerJoin('replica as r', 'r.blob_id', 'b.id')
    .select([
      'b.id',
      'b.size',
      'b.md5',
      'b.sha256',
      'b.confuse',
      'r.object_key as objectKey',
      sql<boolean>`b.quarantined_at is not null`.as('quarantined'),
    ])
    .where('r.bucket', '=', bucket);

export const readContent = async (database: Kysely<Tables>, blobId: BlobId, bucket: string): Promise<StoredContent | undefined> =>
  stored(database, bucket).where('b.id', '=', blobId).executeTakeFirst();

/** Those of these contents that are in the bucket. */
export const readContentsOf = async (database: Kysely<Tables>, blobIds: readonly BlobId[], bucket: string): Promise<StoredContent[]> =>
  stored(database, bucket)
    .where('b.id', '=', sql<BlobId>`any(${blobIds}::uuid[])`)
    .execute();

/** The contents after this id, in the order of their ids; null begins with the first. `storedBy`: none that came later. */
export const contentsAfter = async (
  database: Kysely<Tables>,
  bucket: string,
  after: BlobId | null,
  most: number,
  storedBy?: Date,
): Promise<StoredContent[]> =>
  stored(database, bucket)
    .where('b.id', '>', after ?? ('00000000-0000-0000-0000-000000000000' as BlobId))
    .$if(storedBy !== undefined, (query) => query.where('b.created_at', '<=', storedBy!))
    .orderBy('b.id')
    .limit(most)
    .execute();

/** Marks contents as unneeded if no file or version refers to them any longer. They are collected after their grace time. */
export async function releaseContent(transaction: Transaction<Tables>, blobIds: readonly BlobId[]): Promise<void> {
  await sql`
    update blob set unneeded_since = now() where id = any(${blobIds}::uuid[]) and unneeded_since is null
      and not exists (select from instance where blob_id = blob.id) and not exists (select from version where blob_id = blob.id)`.execute(
    transaction,
  );
}
