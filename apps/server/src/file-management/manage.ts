/** What administrators do with items of others: each of several succeeds or fails on its own, and those concerned are told. */
import type { Kysely, Transaction } from 'kysely';
import type { AdminItem, calls, InstanceId, ItemOutcome, NoticePerson, RequestOf } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import { failedItem, listsChangedBy, lockForBin, putInBin } from '../files/index.ts';
import { classify, Failure } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { lockLinked, lockLinks, withdrawLinks } from '../links/index.ts';
import { publish } from '../live-updates/index.ts';
import { notify } from '../notices/index.ts';
import { requireLasting } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { changeLevel } from '../sensitivity/index.ts';
import { endSharesOn } from '../sharing/index.ts';
import type { FileManagementDeps } from './deps.ts';
import { linksOn, sharersOf } from './manage-queries.ts';
import { findManaged, requireStill, toldOf } from './right.ts';

type Deps = Pick<FileManagementDeps, 'database' | 'changes' | 'wake'>;

/** Puts items into the bin of their space. Each fails with FILE_NOT_FOUND, GROUP_DISSOLVING, DEPARTMENT_ENDED, CHANGING_HERE. */
export async function removeManaged(
  deps: Deps,
  { instanceIds }: RequestOf<typeof calls.adminFile.remove>,
  context: UserContext,
): Promise<ItemOutcome[]> {
  const { caller } = context;
  const outcomes = await eachManaged(deps, instanceIds, 'files.remove', context, async (transaction, place, placeNow) => {
    const [locked] = await lockForBin(transaction, [place]);
    const now = await placeNow();
    if (locked === undefined) throw new Failure('FILE_NOT_FOUND');
    await putInBin(transaction, [place.instanceId], caller.userId);
    await notify(transaction, toldOf(now, caller.userId), {
      kind: 'fileRemoved',
      data: { by: personOf(caller), instanceName: now.name },
    });
  });
  deps.wake('count what went to the bins');
  return outcomes;
}

/** Up or down, also what came along from elsewhere. Each fails with FILE_NOT_FOUND, GROUP_DISSOLVING, DEPARTMENT_ENDED, CHANGING_HERE. */
export const setLevels = (
  deps: Deps,
  { instanceIds, sensitivity }: RequestOf<typeof calls.adminFile.setSensitivity>,
  context: UserContext,
): Promise<ItemOutcome[]> =>
  eachManaged(deps, instanceIds, 'files.sensitivity', context, (transaction, place, placeNow) =>
    changeLevel(transaction, place, sensitivity, context.caller, { placeNow, requireMayLower: async () => {} }),
  );

/** Ends all shares of items, or all links to them, also where there are none. Each fails with FILE_NOT_FOUND. */
export const endSharingOf = (
  deps: Deps,
  { instanceIds, what }: RequestOf<typeof calls.adminFile.endSharing>,
  context: UserContext,
): Promise<ItemOutcome[]> =>
  eachManaged(deps, instanceIds, 'files.endSharing', context, async (transaction, place, placeNow) => {
    await (what === 'shares' ? endShares : endLinks)(transaction, place, context.caller);
    await placeNow(true);
  });

async function endShares(transaction: Transaction<Tables>, { instanceId, name }: ItemContext, caller: Caller): Promise<void> {
  const sharers = await sharersOf(transaction, instanceId);
  await endSharesOn(transaction, [instanceId], personOf(caller));
  await notify(
    transaction,
    sharers.filter((id) => id !== caller.userId),
    { kind: 'shareEnded', data: { by: personOf(caller), instanceId, instanceName: name } },
  );
}

async function endLinks(transaction: Transaction<Tables>, { instanceId, name }: ItemContext, caller: Caller): Promise<void> {
  await lockLinked(transaction, [instanceId]);
  const ids = await linksOn(transaction, instanceId);
  if (ids.length === 0) return;
  const links = await lockLinks(transaction, ids);
  await withdrawLinks(
    transaction,
    links.map(({ id }) => id),
  );
  const byCreator = Map.groupBy(links, (link) => link.creator_id);
  for (const [creatorId, theirs] of byCreator)
    if (creatorId !== caller.userId)
      await notify(transaction, [creatorId], {
        kind: 'linkWithdrawn',
        data: { by: personOf(caller), instanceName: name, links: theirs.length },
      });
  await recordActivity(transaction, caller.userId, [instanceId], { kind: 'unlinked', data: {} });
  await publish(transaction, [{ to: [...byCreator.keys()], event: 'linkChanged' }]);
}

const personOf = ({ userId, realName }: Caller): NoticePerson => ({ userId, name: realName });

/** Reads the item again under the locks, and asks for the administrator's right. `ending`: also in a space that ends. */
type PlaceNow = (ending?: true) => Promise<ItemContext>;

/**
 * One step for each item, within the call's transaction (docs/decisions/0075): a killed process leaves all undone. In the order of spaces and ids, so that two
 * administrators do not wait for each other.
 */
async function eachManaged(
  { database, changes }: Deps,
  instanceIds: readonly InstanceId[],
  item: AdminItem,
  { caller, language }: UserContext,
  work: (transaction: Transaction<Tables>, place: ItemContext, placeNow: PlaceNow) => Promise<void>,
): Promise<ItemOutcome[]> {
  const ids = [...new Set(instanceIds)];
  const places = await findManaged(database, caller, ids);
  const outcomes = new Map<InstanceId, ItemOutcome>();
  const spaceOf = (id: InstanceId): string => `${places.get(id)?.spaceId ?? ''} ${id}`;
  for (const id of ids.toSorted((one, other) => (spaceOf(one) < spaceOf(other) ? -1 : 1))) {
    const place = places.get(id);
    try {
      if (!place) throw new Failure('FILE_NOT_FOUND');
      await database.transaction().execute((transaction) => work(transaction, place, (ending) => placeNow(transaction, place, ending)));
      outcomes.set(id, { instanceId: id, done: true });
      changes.listChanged(place, listsChangedBy(place));
    } catch (error) {
      const { code } = classify(error);
      // Nobody can have lost it for one item only.
      if (code === 'NOT_ALLOWED' || !(error instanceof Failure)) throw error;
      outcomes.set(id, failedItem(id, code, language));
    }
  }
  return ids.map((id) => outcomes.get(id)!);

  async function placeNow(transaction: Kysely<Tables>, { instanceId, spaceId }: ItemContext, ending?: true): Promise<ItemContext> {
    const now = (await findManaged(transaction, caller, [instanceId])).get(instanceId);
    await requireStill(transaction, caller, item);
    if (!now) throw new Failure('FILE_NOT_FOUND');
    if (!ending) requireLasting(now);
    if (now.spaceId !== spaceId) throw new Failure('CHANGING_HERE');
    return now;
  }
}
