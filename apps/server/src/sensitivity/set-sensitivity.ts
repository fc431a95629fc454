import type { Kysely, Transaction } from 'kysely';
import { sensitivities } from '@alcove/contract';
import type { calls, InstanceId, RequestOf, Sensitivity, SensitivityOf } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import { addBefore } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { listsChangedBy, lockTrees } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { failForHigh, lockLinksOver } from '../links/index.ts';
import type { Changes } from '../live-updates/index.ts';
import { authorise, requireLasting } from '../permission/index.ts';
import type { AuthorisedContext, ItemContext } from '../permission/index.ts';
import { lockSensitivity, updateSensitivity } from './sensitivity-queries.ts';
export interface SensitivityDeps {
  database: Kysely<Tables>;
  changes: Changes;
}

/**
 * Sets the sensitivity of an item. It needs `personnelManagement`, like deciding who has access. Raising is always allowed. A level that
 * was copied with the content can be lowered only by an administrator, or by somebody who also manages the item that it was copied from.
 * Throws SENSITIVITY_KEPT, and what `changeLevel` throws.
 */
export async function setSensitivity(
  { database, changes }: SensitivityDeps,
  { instanceId, sensitivity }: RequestOf<typeof calls.instance.setSensitivity>,
  { caller, place }: AuthorisedContext,
): Promise<SensitivityOf> {
  await database.transaction().execute((transaction) =>
    changeLevel(transaction, place, sensitivity, caller, {
      async placeNow() {
        return (await authorise(transaction, caller, instanceId, 'personnelManagement')).place;
      },
      async requireMayLower(from) {
        if (caller.adminItems.includes('files.sensitivity')) return;
        try {
          await authorise(transaction, { userId: caller.userId }, from, 'personnelManagement');
        } catch (error) {
          throw error instanceof Failure ? new Failure('SENSITIVITY_KEPT') : error;
        }
      },
    }),
  );
  changes.listChanged(place, listsChangedBy(place));
  return { own: sensitivity, above: place.sensitivity.above };
}

/** Who changes a level, and by which right. */
export interface LevelRight {
  /** The item, asked for again under the locks. Throws if the right is gone. */
  placeNow(): Promise<ItemContext>;
  /** Throws if a level that came along from this item may not be lowered. */
  requireMayLower(from: InstanceId): Promise<void>;
}

/**
 * Every change is recorded as activity. What becomes highly sensitive ends the links that share it outside. Throws GROUP_DISSOLVING, DEPARTMENT_ENDED, and
 * CHANGING_HERE if the item moved to another space meanwhile.
 */
export async function changeLevel(
  transaction: Transaction<Tables>,
  { instanceId, spaceId }: Pick<ItemContext, 'instanceId' | 'spaceId'>,
  sensitivity: Sensitivity,
  by: Pick<Caller, 'userId' | 'realName'>,
  { placeNow, requireMayLower }: LevelRight,
): Promise<void> {
  // Whoever brings it elsewhere, or makes a link above it, reads its level under this lock.
  await lockTrees(transaction, [spaceId]);
  const links = sensitivity === 'high' ? await lockLinksOver(transaction, instanceId) : [];
  const { own, from } = await lockSensitivity(transaction, instanceId);
  const now = await placeNow();
  requireLasting(now);
  if (now.spaceId !== spaceId) throw new Failure('CHANGING_HERE');
  if (own === sensitivity) return;
  const lowers = sensitivities.indexOf(sensitivity) < sensitivities.indexOf(own);
  if (lowers && from !== null) await requireMayLower(from);
  addBefore(instanceId, { sensitivity: own });
  await updateSensitivity(transaction, instanceId, { sensitivity, forgetsFrom: lowers });
  await failForHigh(transaction, links, { userId: by.userId, name: by.realName });
  await recordActivity(transaction, by.userId, [instanceId], { kind: 'sensitivityChanged', data: { from: own, to: sensitivity } });
}
