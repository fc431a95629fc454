/** Statements that change the folder, space and name of items. */
import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import { foldName } from '@alcove/contract';
import type { InstanceId, Sensitivity, SpaceId } from '@alcove/contract';
import { among } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { levelKept } from './sensitivity-queries.ts';

export interface NewPlace {
  parentId: InstanceId;
  spaceId: SpaceId;
  name: string;
  level: { sensitivity: Sensitivity; sensitivity_from?: RawBuilder<InstanceId> };
}

export async function updatePlace(
  transaction: Transaction<Tables>,
  instanceId: InstanceId,
  { parentId, spaceId, name, level }: NewPlace,
): Promise<void> {
  await transaction
    .updateTable('instance')
    .set({ parent_id: parentId, space_id: spaceId, name, folded_name: foldName(name), ...level })
    .where('id', '=', instanceId)
    .execute();
}

/**
 * Moves these items to another space; each stays in its folder. Their sensitivity is recorded as coming from `homeId`, unless it came from
 * another item before.
 */
export async function updateSpace(
  transaction: Transaction<Tables>,
  ids: readonly InstanceId[],
  { spaceId, homeId }: { spaceId: SpaceId; homeId: InstanceId },
): Promise<void> {
  await transaction
    .updateTable('instance')
    .set({ space_id: spaceId, ...levelKept(homeId) })
    .where('id', '=', among(ids))
    .execute();
}

/** Moves deleted items and their bin entries to another folder. */
export async function updateFolderOfDeleted(
  transaction: Transaction<Tables>,
  ids: readonly InstanceId[],
  folderId: InstanceId,
): Promise<void> {
  await transaction.updateTable('instance').set({ parent_id: folderId }).where('id', '=', among(ids)).execute();
  await transaction.updateTable('recycle').set({ parent_id: folderId }).where('instance_id', '=', among(ids)).execute();
}

/** Deletes the grants on these items, whatever their source. */
export async function deleteGrantsOn(transaction: Transaction<Tables>, ids: readonly InstanceId[]): Promise<void> {
  await sql`delete from file_grant where instance_id in (select id from instance where id = ${among(ids)} and granted)`.execute(
    transaction,
  );
}
