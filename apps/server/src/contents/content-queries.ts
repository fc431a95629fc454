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

export async function readContent(database: Kysely<Tables>, blobId: BlobId, bucket: string): Promise<StoredContent | undefined> {
  const row = await database
    .selectFrom('blob as b')
    .innerJoin('replica as r', 'r.blob_id', 'b.id')
    .select([
      'b.id',
      'b.size',
      'b.md5',
      'b.sha256',
      'b.confuse',
      'r.object_key',
      sql<boolean>`b.quarantined_at is not null`.as('quarantined'),
    ])
    .where('b.id', '=', blobId)
    .where('r.bucket', '=', bucket)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      size: row.size,
      md5: row.md5,
      sha256: row.sha256,
      confuse: row.confuse,
      objectKey: row.object_key,
      quarantined: row.quarantined,
    }
  );
}

/** Marks contents as unneeded if no file or version refers to them any longer. They are collected after their grace time. */
export async function releaseContent(transaction: Transaction<Tables>, blobIds: readonly BlobId[]): Promise<void> {
  await sql`
    update blob set unneeded_since = now() where id = any(${blobIds}::uuid[]) and unneeded_since is null
      and not exists (select from instance where blob_id = blob.id) and not exists (select from version where blob_id = blob.id)`.execute(
    transaction,
  );
}
