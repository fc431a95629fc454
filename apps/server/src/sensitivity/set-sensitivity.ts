import type { Kysely } from 'kysely';
import { sensitivities } from '@alcove/contract';
import type { calls, InstanceId, RequestOf, SensitivityOf } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import { addBefore } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { listsChangedBy, lockTrees } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import { failForHigh, lockLinksOver } from '../links/index.ts';
import type { Changes } from '../live-updates/index.ts';
import { authorise, requireLasting } from '../permission/index.ts';
import type { AuthorisedContext } from '../permission/index.ts';
import { lockSensitivity, updateSensitivity } from './sensitivity-queries.ts';
export interface SensitivityDeps {
  database: Kysely<Tables>;
  changes: Changes;
}

/**
 * Sets the sensitivity of an item. It needs `personnelManagement`, like deciding who has access. Raising is always allowed. A level that
 * was copied with the content can be lowered only by an administrator, or by somebody who also manages the item that it was copied from.
 * Every change is recorded as activity. What becomes highly sensitive ends the links that share it outside. Throws SENSITIVITY_KEPT.
 */
export async function setSensitivity(
  { database, changes }: SensitivityDeps,
  { instanceId, sensitivity }: RequestOf<typeof calls.instance.setSensitivity>,
  { caller, place }: AuthorisedContext,
): Promise<SensitivityOf> {
  await database.transaction().execute(async (transaction) => {
    // Whoever brings it elsewhere, or makes a link above it, reads its level under this lock.
    await lockTrees(transaction, [place.spaceId]);
    const links = sensitivity === 'high' ? await lockLinksOver(transaction, instanceId) : [];
    const { own, from } = await lockSensitivity(transaction, instanceId);
    const { place: now } = await authorise(transaction, caller, instanceId, 'personnelManagement');
    requireLasting(now);
    if (now.spaceId !== place.spaceId) throw new Failure('CHANGING_HERE');
    if (own === sensitivity) return;
    const lowers = sensitivities.indexOf(sensitivity) < sensitivities.indexOf(own);
    if (lowers && from !== null && !caller.adminItems.includes('files.sensitivity')) await requireOriginal(from);
    addBefore(instanceId, { sensitivity: own });
    await updateSensitivity(transaction, instanceId, { sensitivity, forgetsFrom: lowers });
    await failForHigh(transaction, links, { userId: caller.userId, name: caller.realName });
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
