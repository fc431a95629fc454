/** What administrators do with an item of others, within a transaction. Those concerned are told. */
import type { Transaction } from 'kysely';
import type { AdminItem, ManagedDeed, NoticePerson, Sensitivity } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import { listsChangedBy, lockForBin, putInBin } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
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

/** Reads the item again under the locks, and asks for the administrator's right. `ending`: also in a space that ends. */
type PlaceNow = (ending?: true) => Promise<ItemContext>;

export interface Deed {
  needs: AdminItem;
  /** `tell`: for those who are to know of a deletion. */
  work(transaction: Transaction<Tables>, place: ItemContext, by: Caller, placeNow: PlaceNow, tell: Tell): Promise<void>;
}

export type Tell = (transaction: Transaction<Tables>, userIds: readonly string[], instanceName: string) => Promise<void>;

/** Into the bin of its space. Throws FILE_NOT_FOUND, GROUP_DISSOLVING, DEPARTMENT_ENDED, CHANGING_HERE. */
export const removal: Deed = {
  needs: 'files.remove',
  async work(transaction, place, by, placeNow, tell) {
    const [locked] = await lockForBin(transaction, [place]);
    const now = await placeNow();
    if (locked === undefined) throw new Failure('FILE_NOT_FOUND');
    await putInBin(transaction, [place.instanceId], by.userId);
    await tell(transaction, toldOf(now, by.userId), now.name);
  },
};

/** Up or down, also what came along from elsewhere. Throws FILE_NOT_FOUND, GROUP_DISSOLVING, DEPARTMENT_ENDED, CHANGING_HERE. */
export const levelOf = (sensitivity: Sensitivity): Deed => ({
  needs: 'files.sensitivity',
  work: (transaction, place, by, placeNow) =>
    changeLevel(transaction, place, sensitivity, by, { placeNow, requireMayLower: async () => {} }),
});

/** All shares of it, also where there are none. Throws FILE_NOT_FOUND. */
export const endOfShares: Deed = {
  needs: 'files.endSharing',
  async work(transaction, { instanceId, name }, by, placeNow) {
    const sharers = await sharersOf(transaction, instanceId);
    await endSharesOn(transaction, [instanceId], personOf(by));
    await notify(
      transaction,
      sharers.filter((id) => id !== by.userId),
      { kind: 'shareEnded', data: { by: personOf(by), instanceId, instanceName: name } },
    );
    await placeNow(true);
  },
};

/** All links to it, also where there are none. Throws FILE_NOT_FOUND. */
export const endOfLinks: Deed = {
  needs: 'files.endSharing',
  async work(transaction, place, by, placeNow) {
    await endLinks(transaction, place, by);
    await placeNow(true);
  },
};

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

export const personOf = ({ userId, realName }: Caller): NoticePerson => ({ userId, name: realName });

/** Of what a task does. A level is given exactly where one is set. */
export function deedOf(deed: ManagedDeed, sensitivity: Sensitivity | undefined): Deed {
  if (deed === 'setSensitivity') return levelOf(sensitivity!);
  return { remove: removal, endShares: endOfShares, endLinks: endOfLinks }[deed];
}

/** One item in one transaction, in which `also` is done, too. */
export async function doTo(
  { database, changes }: Pick<FileManagementDeps, 'database' | 'changes'>,
  deed: Deed,
  place: ItemContext,
  by: Caller,
  { tell, also }: { tell: Tell; also?: (transaction: Transaction<Tables>) => Promise<void> },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const placeNow: PlaceNow = async (ending) => {
      const now = (await findManaged(transaction, by, [place.instanceId])).get(place.instanceId);
      await requireStill(transaction, by, deed.needs);
      if (!now) throw new Failure('FILE_NOT_FOUND');
      if (!ending) requireLasting(now);
      if (now.spaceId !== place.spaceId) throw new Failure('CHANGING_HERE');
      return now;
    };
    await deed.work(transaction, place, by, placeNow, tell);
    await also?.(transaction);
  });
  changes.listChanged(place, listsChangedBy(place));
}
