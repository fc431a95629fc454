import { sensitivities } from '@alcove/contract';
import type { calls, InstanceId, RequestOf, SensitivityOf } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import { addBefore } from '../audit/index.ts';
import { Failure } from '../http/index.ts';
import { authorise, requireLasting } from '../permission/index.ts';
import type { AuthorisedContext } from '../permission/index.ts';
import { listsChangedBy } from './change.ts';
import type { FileDeps } from './deps.ts';
import { lockSensitivity, updateSensitivity } from './sensitivity-queries.ts';

/**
 * Sets the sensitivity of an item. It needs `personnelManagement`, like deciding who has access. Raising is always allowed. A level that
 * was copied with the content can be lowered only by an administrator, or by somebody who also manages the item that it was copied from.
 * Every change is recorded as activity. Throws SENSITIVITY_KEPT.
 */
export async function setSensitivity(
  { database, changes }: FileDeps,
  { instanceId, sensitivity }: RequestOf<typeof calls.instance.setSensitivity>,
  { caller, place }: AuthorisedContext,
): Promise<SensitivityOf> {
  await database.transaction().execute(async (transaction) => {
    const { own, from } = await lockSensitivity(transaction, instanceId);
    requireLasting((await authorise(transaction, caller, instanceId, 'personnelManagement')).place);
    if (own === sensitivity) return;
    const lowers = sensitivities.indexOf(sensitivity) < sensitivities.indexOf(own);
    if (lowers && from !== null && !caller.adminItems.includes('files.sensitivity')) await requireOriginal(from);
    addBefore(instanceId, { sensitivity: own });
    await updateSensitivity(transaction, instanceId, { sensitivity, forgetsFrom: lowers });
    await recordActivity(transaction, caller.userId, [instanceId], { kind: 'sensitivityChanged', data: { from: own, to: sensitivity } });

    async function requireOriginal(id: InstanceId): Promise<void> {
      try {
        await authorise(transaction, { userId: caller.userId }, id, 'personnelManagement');
      } catch (error) {
        throw error instanceof Failure ? new Failure('SENSITIVITY_KEPT') : error;
      }
    }
  });
  changes.listChanged(place, listsChangedBy(place));
  return { own: sensitivity, above: place.sensitivity.above };
}
