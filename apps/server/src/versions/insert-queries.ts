/** Inserts rows into `version`. No other folder inserts or deletes any. */
import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { BlobId, InstanceId, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { fileColumns, fileRow, insertFiles } from '../files/index.ts';
import type { NewFile } from '../files/index.ts';

/** `insert into version …`: the first version of each file in the CTE `made`, which returns rows of `instance`. */
export const insertFirstVersions = (made: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, blob_id, size, creator_id from ${made} where is_file`;

/** Inserts a file with its first version. False if an undeleted sibling has the name. */
export async function insertFileWithVersion(transaction: Transaction<Tables>, file: NewFile): Promise<boolean> {
  const { rows } = await sql`
    with made as (${insertFiles(sql`json_to_record(${JSON.stringify(fileRow(file))}::json) as given (${fileColumns})`)}), first as (${insertFirstVersions(sql`made`)}) select from made`.execute(
    transaction,
  );
  return rows.length > 0;
}

export interface NextVersion {
  fileId: InstanceId;
  blobId: BlobId;
  size: number;
}

/** Makes each content the newest version of its file, unless the file is deleted. Returns the new versions in no particular order. */
export async function insertNextVersions(
  transaction: Transaction<Tables>,
  contents: readonly NextVersion[],
  userId: string,
): Promise<{ fileId: InstanceId; number: number }[]> {
  const { rows } = await sql<{ fileId: InstanceId; number: number }>`
    with made as (
      update instance i set version = i.version + 1, blob_id = n.blob_id, size = n.size, editor_id = ${userId}, updated_at = now()
      from unnest(${contents.map(({ fileId }) => fileId)}::uuid[], ${contents.map(({ blobId }) => blobId)}::uuid[], ${contents.map(({ size }) => size)}::bigint[]) as n (id, blob_id, size)
      where i.id = n.id and i.deleted_at is null returning i.id, i.version, i.blob_id, i.size
    )
    insert into version (instance_id, number, blob_id, size, creator_id) select id, version, blob_id, size, ${userId} from made
    returning instance_id as "fileId", number`.execute(transaction);
  return rows;
}

/**
 * Makes the content of an old version the newest version of its file. Returns the number of the new version. Null if the file or the old
 * version is gone.
 */
export async function insertRestored(
  transaction: Transaction<Tables>,
  of: { instanceId: InstanceId; spaceId: SpaceId; from: number; userId: string },
): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    with source as (select number, blob_id, size from version where instance_id = ${of.instanceId} and number = ${of.from} for key share),
    made as (
      update instance i set version = i.version + 1, blob_id = source.blob_id, size = source.size, editor_id = ${of.userId}, updated_at = now()
      from source where i.id = ${of.instanceId} and i.space_id = ${of.spaceId} and i.deleted_at is null returning i.version
    )
    insert into version (instance_id, number, blob_id, size, creator_id, restored_from)
    select ${of.instanceId}, made.version, source.blob_id, source.size, ${of.userId}, source.number from made, source returning number`.execute(
    transaction,
  );
  return rows[0]?.number ?? null;
}
