/** What administrators do with items of others: each of several succeeds or fails on its own, and those concerned are told. */
import type { calls, InstanceId, ItemOutcome, RequestOf } from '@alcove/contract';
import { failedItem } from '../files/index.ts';
import { classify, Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { doTo, endOfLinks, endOfShares, levelOf, personOf, removal, tellOf } from './deeds.ts';
import type { Deed, Told } from './deeds.ts';
import type { FileManagementDeps } from './deps.ts';
import { findManaged } from './right.ts';

type Deps = Pick<FileManagementDeps, 'database' | 'changes' | 'wake'>;

/** Puts items into the bin of their space. */
export async function removeManaged(
  deps: Deps,
  { instanceIds }: RequestOf<typeof calls.adminFile.remove>,
  context: UserContext,
): Promise<ItemOutcome[]> {
  const outcomes = await eachManaged(deps, instanceIds, removal, context);
  deps.wake('count what went to the bins');
  return outcomes;
}

export const setLevels = (
  deps: Deps,
  { instanceIds, sensitivity }: RequestOf<typeof calls.adminFile.setSensitivity>,
  context: UserContext,
): Promise<ItemOutcome[]> => eachManaged(deps, instanceIds, levelOf(sensitivity), context);

/** Ends all shares of items, or all links to them. */
export const endSharingOf = (
  deps: Deps,
  { instanceIds, what }: RequestOf<typeof calls.adminFile.endSharing>,
  context: UserContext,
): Promise<ItemOutcome[]> => eachManaged(deps, instanceIds, what === 'shares' ? endOfShares : endOfLinks, context);

/**
 * One step for each item, within the call's transaction (docs/decisions/0075): a killed process leaves all undone. In the order of spaces and ids, so that two
 * administrators do not wait for each other. Those concerned are told at the end, once.
 */
async function eachManaged(
  deps: Deps,
  instanceIds: readonly InstanceId[],
  deed: Deed,
  { caller, language }: UserContext,
): Promise<ItemOutcome[]> {
  const ids = [...new Set(instanceIds)];
  const places = await findManaged(deps.database, caller, ids);
  const outcomes = new Map<InstanceId, ItemOutcome>();
  const told: Told[] = [];
  const spaceOf = (id: InstanceId): string => `${places.get(id)?.spaceId ?? ''} ${id}`;
  for (const id of ids.toSorted((one, other) => (spaceOf(one) < spaceOf(other) ? -1 : 1))) {
    const place = places.get(id);
    try {
      if (!place) throw new Failure('FILE_NOT_FOUND');
      told.push(await doTo(deps, deed, place, caller));
      outcomes.set(id, { instanceId: id, done: true });
    } catch (error) {
      const { code } = classify(error);
      // Nobody can have lost it for one item only.
      if (code === 'NOT_ALLOWED' || !(error instanceof Failure)) throw error;
      outcomes.set(id, failedItem(id, code, language));
    }
  }
  await deps.database.transaction().execute((transaction) => tellOf(transaction, deed, personOf(caller), told));
  return ids.map((id) => outcomes.get(id)!);
}
