import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { InstanceId, SpaceId } from '@alcove/contract';
import { daysOf } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';

/** Locks folders in the given order, from the top down, like moves of a tree to another space (docs/decisions/0004). */
export async function lockFoldersInOrder(transaction: Transaction<Tables>, folderIds: readonly InstanceId[]): Promise<void> {
  await sql`
    select from instance i join unnest(${folderIds}::uuid[]) with ordinality as n (id, turn) on n.id = i.id order by n.turn for key share of i`.execute(
    transaction,
  );
}

/**
 * Locks undeleted items, each in its space, and returns those that are still there. Items that moved to another space meanwhile are not.
 */
export async function lockLiveItems(
  transaction: Transaction<Tables>,
  items: readonly { instanceId: InstanceId; spaceId: SpaceId }[],
): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`
    select i.id from instance i
      join unnest(${items.map(({ instanceId }) => instanceId)}::uuid[], ${items.map(({ spaceId }) => spaceId)}::uuid[]) as n (id, space_id) on n.id = i.id and n.space_id = i.space_id
    where i.deleted_at is null order by i.is_file, i.id for no key update of i`.execute(transaction);
  return rows.map(({ id }) => id);
}

export interface Deleted {
  id: InstanceId;
  space_id: SpaceId;
  parent_id: InstanceId;
  is_file: boolean;
  size: number;
}

/** Returns the items that were not deleted before. It changes one row per item, however large the tree under it. */
export async function markDeleted(transaction: Transaction<Tables>, instanceIds: readonly InstanceId[]): Promise<Deleted[]> {
  const { rows } = await sql<Deleted>`
    update instance set deleted_at = now() where id = any(${instanceIds}::uuid[]) and deleted_at is null
    returning id, space_id, parent_id, is_file, size`.execute(transaction);
  return rows;
}

/** Inserts the entries of the recycle bin for these items. The files in a folder are counted later, by a job. */
export async function insertBinEntries(transaction: Transaction<Tables>, deleted: readonly Deleted[], userId: string): Promise<void> {
  if (deleted.length === 0) return;
  await transaction
    .insertInto('recycle')
    .values(
      deleted.map((row) => ({
        id: newId(),
        instance_id: row.id,
        space_id: row.space_id,
        parent_id: row.parent_id,
        deleted_by: userId,
        ...(row.is_file && { files: 1, size: row.size }),
        expires_at: sql<Date>`now() + ${daysOf('recycleDays')}`,
      })),
    )
    .execute();
}
