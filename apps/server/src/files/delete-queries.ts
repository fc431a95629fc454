/** Deletes rows of files and folders for good, with what would keep them from going. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { BlobId, InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** Whether an upload into one of these folders still has an object to collect. */
export async function haveUploads(database: Kysely<Tables>, folderIds: readonly InstanceId[]): Promise<boolean> {
  const { rows } = await sql`select from upload where parent_id = any(${folderIds}::uuid[]) and state <> 'saved' limit 1`.execute(database);
  return rows.length > 0;
}

/** References to these items that are not deleted with them. */
export async function deleteReferences(transaction: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  const among = sql`any(${ids}::uuid[])`;
  await sql`delete from recycle where parent_id = ${among}`.execute(transaction);
  await sql`delete from upload where instance_id = ${among} or (parent_id = ${among} and state = 'saved')`.execute(transaction);
}

/** Deletes these items. Returns their contents, including those of former versions. */
export async function deleteInstances(transaction: Transaction<Tables>, ids: readonly string[]): Promise<BlobId[]> {
  const among = sql`any(${ids}::uuid[])`;
  const { rows } = await sql<{ blob_id: BlobId }>`
    select blob_id from version where instance_id = ${among} union select blob_id from instance where id = ${among} and blob_id is not null`.execute(
    transaction,
  );
  await sql`delete from instance where id = ${among}`.execute(transaction);
  return rows.map((row) => row.blob_id);
}
