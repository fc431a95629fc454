import type { Transaction } from 'kysely';
import type { InstanceId, Sensitivity } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/**
 * Locks the item until the transaction ends. `from`: the item that its level was copied from; null if the level was set on the item itself.
 */
export async function lockSensitivity(
  transaction: Transaction<Tables>,
  instanceId: InstanceId,
): Promise<{ own: Sensitivity; from: InstanceId | null }> {
  return transaction
    .selectFrom('instance')
    .select(['sensitivity as own', 'sensitivity_from as from'])
    .where('id', '=', instanceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** `forgetsFrom`: from now on the level is the item's own. */
export async function updateSensitivity(
  transaction: Transaction<Tables>,
  instanceId: InstanceId,
  { sensitivity, forgetsFrom }: { sensitivity: Sensitivity; forgetsFrom: boolean },
): Promise<void> {
  await transaction
    .updateTable('instance')
    .set({ sensitivity, ...(forgetsFrom && { sensitivity_from: null }) })
    .where('id', '=', instanceId)
    .execute();
}
