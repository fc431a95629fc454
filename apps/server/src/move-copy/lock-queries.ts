/** Locks on what is moved, copied or merged: in the order of ids, and before the spaces (docs/decisions/0004). */
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { BlobId, InstanceId, SpaceId } from '@alcove/contract';
import { among, isNamed } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { chunks } from './chunks.ts';

export async function lockFiles(transaction: Transaction<Tables>, fileIds: readonly InstanceId[]): Promise<void> {
  for (const ids of chunks([...fileIds].sort()))
    await sql`select from instance where id = ${among(ids)} order by id for no key update`.execute(transaction);
}

/** Locks the folders against additions, too. */
export async function lockFolders(transaction: Transaction<Tables>, folderIds: readonly InstanceId[]): Promise<void> {
  await sql`select from instance where id = ${among(folderIds)} order by id for update`.execute(transaction);
}

/**
 * Locks the bin entries of items that were deleted separately in these folders, because they move with their folder. Whoever releases an
 * entry's quota takes the same lock.
 */
export async function lockEntriesIn(transaction: Transaction<Tables>, folderIds: readonly InstanceId[]): Promise<void> {
  for (const ids of chunks(folderIds))
    await sql`select from recycle where parent_id = ${among(ids)} order by id for update`.execute(transaction);
}

export interface LockedItem {
  parentId: InstanceId;
  name: string;
  isFile: boolean;
  blobId: BlobId | null;
  size: number;
}

/** Locks a live item below its space's root and returns its current state. With `againstAdding`, nobody can add to the folder either. */
export async function lockLiveItem(
  transaction: Transaction<Tables>,
  { instanceId, spaceId }: { instanceId: InstanceId; spaceId: SpaceId },
  { againstAdding }: { againstAdding: boolean },
): Promise<LockedItem | undefined> {
  const asked = transaction
    .selectFrom('instance')
    .select(['parent_id', 'name', 'is_file', 'blob_id', 'size'])
    .where('id', '=', instanceId)
    .where('space_id', '=', spaceId)
    .where('deleted_at', 'is', null);
  const row = await (againstAdding ? asked.forUpdate() : asked.forNoKeyUpdate()).executeTakeFirst();
  if (!row?.parent_id) return undefined;
  return { parentId: row.parent_id, name: row.name, isFile: row.is_file, blobId: row.blob_id, size: row.size };
}

/** Live files in the folder that have the item's name. */
export async function findNamesakes(transaction: Transaction<Tables>, instanceId: InstanceId, folderId: InstanceId): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`
    select other.id from instance i join instance other on ${isNamed('other', sql`${folderId}`, sql`i.folded_name`)}
    where i.id = ${instanceId} and other.is_file`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** All direct children of these folders, including deleted ones. */
export async function findChildrenOf(
  transaction: Transaction<Tables>,
  folderIds: readonly InstanceId[],
): Promise<{ id: InstanceId; is_file: boolean; deleted: boolean }[]> {
  const { rows } = await sql<{ id: InstanceId; is_file: boolean; deleted: boolean }>`
    select id, is_file, deleted_at is not null as deleted from instance where parent_id = ${among(folderIds)}`.execute(transaction);
  return rows;
}

/** Bytes of all versions. */
export async function sumVersions(transaction: Transaction<Tables>, ids: readonly InstanceId[]): Promise<number> {
  let bytes = 0;
  for (const some of chunks(ids)) {
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(size), 0)::bigint as bytes from version where instance_id = ${among(some)}`.execute(transaction);
    bytes += rows[0]!.bytes;
  }
  return bytes;
}
