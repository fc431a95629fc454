/** Moves everything of a personal space below a folder of another space. */
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { InstanceId, SpaceId } from '@alcove/contract';
import { among } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

/** Items keep their places in each other; those in `parentId` come along by `updateParent`. */
export async function updateSpaceOf(transaction: Transaction<Tables>, ids: readonly InstanceId[], spaceId: SpaceId): Promise<void> {
  await transaction.updateTable('instance').set({ space_id: spaceId }).where('id', '=', among(ids)).execute();
}

export async function updateParent(
  transaction: Transaction<Tables>,
  ids: readonly InstanceId[],
  { parentId, spaceId }: { parentId: InstanceId; spaceId: SpaceId },
): Promise<void> {
  await transaction.updateTable('instance').set({ parent_id: parentId, space_id: spaceId }).where('id', '=', among(ids)).execute();
}

/** The bin of the old space becomes part of the new space's. */
export async function updateBin(
  transaction: Transaction<Tables>,
  from: { spaceId: SpaceId; rootId: InstanceId },
  to: { spaceId: SpaceId; folderId: InstanceId },
): Promise<void> {
  await sql`update recycle set space_id = ${to.spaceId}, parent_id = case when parent_id = ${from.rootId} then ${to.folderId}::uuid else parent_id end
    where space_id = ${from.spaceId}`.execute(transaction);
}

/** Whoever takes entries out of the bin, or releases their quota, locks them. */
export async function lockBin(transaction: Transaction<Tables>, spaceId: SpaceId): Promise<void> {
  await sql`select from recycle where space_id = ${spaceId} order by id for update`.execute(transaction);
}
