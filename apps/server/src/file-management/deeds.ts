/** What administrators do with an item of others, within a transaction. Those concerned are told. */
import type { Transaction } from 'kysely';
import type { AdminItem, InstanceId, ManagedDeed, NoticeContent, NoticePerson, Sensitivity } from '@alcove/contract';
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
import { endSharesOn, tellEnded } from '../sharing/index.ts';
import type { EndedShare } from '../sharing/index.ts';
import type { FileManagementDeps } from './deps.ts';
import { linksOn, sharersOf } from './manage-queries.ts';
import { findManaged, requireStill, toldOf } from './right.ts';

/** Reads the item again under the locks, and asks for the administrator's right. `ending`: also in a space that ends. */
type PlaceNow = (ending?: true) => Promise<ItemContext>;

export interface Deed {
  needs: AdminItem;
  work(transaction: Transaction<Tables>, place: ItemContext, by: Caller, placeNow: PlaceNow): Promise<Concerned>;
  /** What `userIds` are told, of all items at once. Missing if nobody is told. */
  notice?(by: NoticePerson, about: About): NoticeContent;
}

/** The first item that somebody is told of, how many others there are, and how many links of theirs to all of them. */
interface About {
  instanceId: InstanceId;
  name: string;
  others: number;
  links: number;
}

/** Who is to be told. */
export interface Concerned {
  /** Those whose item, share or link it was: once for each link of theirs. */
  userIds: readonly string[];
  /** Whose recipients lost it. */
  ended?: readonly EndedShare[];
}

export interface Told extends Concerned {
  instanceId: InstanceId;
  name: string;
}

/** One notice for each person, however many items of theirs were changed. */
export async function tellOf(transaction: Transaction<Tables>, deed: Deed, by: NoticePerson, told: readonly Told[]): Promise<void> {
  const all = told.flatMap(({ userIds, ...item }) => userIds.map((userId) => ({ ...item, userId })));
  for (const [userId, theirs] of Map.groupBy(all, (one) => one.userId)) {
    const others = new Set(theirs.map(({ instanceId }) => instanceId)).size - 1;
    const { instanceId, name } = theirs[0]!;
    if (deed.notice) await notify(transaction, [userId], deed.notice(by, { instanceId, name, others, links: theirs.length }));
  }
  await tellEnded(
    transaction,
    by,
    told.flatMap(({ ended = [] }) => ended),
  );
}

const andOthers = (others: number): { others?: number } => (others > 0 ? { others } : {});

/** Into the bin of its space. Throws FILE_NOT_FOUND, GROUP_DISSOLVING, DEPARTMENT_ENDED, CHANGING_HERE. */
export const removal: Deed = {
  needs: 'files.remove',
  async work(transaction, place, by, placeNow) {
    const [locked] = await lockForBin(transaction, [place]);
    const now = await placeNow();
    if (locked === undefined) throw new Failure('FILE_NOT_FOUND');
    await putInBin(transaction, [place.instanceId], by.userId);
    return { userIds: toldOf(now, by.userId) };
  },
  notice: (by, { name, others }) => ({ kind: 'fileRemoved', data: { by, instanceName: name, ...andOthers(others) } }),
};

/** Up or down, also what came along from elsewhere. Throws FILE_NOT_FOUND, GROUP_DISSOLVING, DEPARTMENT_ENDED, CHANGING_HERE. */
export const levelOf = (sensitivity: Sensitivity): Deed => ({
  needs: 'files.sensitivity',
  async work(transaction, place, by, placeNow) {
    await changeLevel(transaction, place, sensitivity, by, { placeNow, requireMayLower: async () => {} });
    return { userIds: [] };
  },
});

/** All shares of it, also where there are none. Throws FILE_NOT_FOUND. */
export const endOfShares: Deed = {
  needs: 'files.endSharing',
  async work(transaction, { instanceId }, by, placeNow) {
    const sharers = await sharersOf(transaction, instanceId);
    const ended = await endSharesOn(transaction, [instanceId], personOf(by));
    await placeNow(true);
    return { userIds: sharers.filter((id) => id !== by.userId), ended };
  },
  notice: (by, { instanceId, name, others }) => ({
    kind: 'shareEnded',
    data: { by, instanceId, instanceName: name, ...andOthers(others) },
  }),
};

/** All links to it, also where there are none. Throws FILE_NOT_FOUND. */
export const endOfLinks: Deed = {
  needs: 'files.endSharing',
  async work(transaction, { instanceId }, by, placeNow) {
    const creators = await endLinks(transaction, instanceId, by);
    await placeNow(true);
    return { userIds: creators.filter((id) => id !== by.userId) };
  },
  notice: (by, { name, links }) => ({ kind: 'linkWithdrawn', data: { by, instanceName: name, links } }),
};

/** Returns who had made each of them. */
async function endLinks(transaction: Transaction<Tables>, instanceId: InstanceId, { userId }: Caller): Promise<string[]> {
  await lockLinked(transaction, [instanceId]);
  const ids = await linksOn(transaction, instanceId);
  if (ids.length === 0) return [];
  const links = await lockLinks(transaction, ids);
  await withdrawLinks(
    transaction,
    links.map(({ id }) => id),
  );
  const creators = links.map((link) => link.creator_id);
  await recordActivity(transaction, userId, [instanceId], { kind: 'unlinked', data: {} });
  await publish(transaction, [{ to: [...new Set(creators)], event: 'linkChanged' }]);
  return creators;
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
  also: (transaction: Transaction<Tables>, told: Concerned) => Promise<void> = async () => {},
): Promise<Told> {
  const concerned = await database.transaction().execute(async (transaction) => {
    const placeNow: PlaceNow = async (ending) => {
      const now = (await findManaged(transaction, by, [place.instanceId])).get(place.instanceId);
      await requireStill(transaction, by, deed.needs);
      if (!now) throw new Failure('FILE_NOT_FOUND');
      if (!ending) requireLasting(now);
      if (now.spaceId !== place.spaceId) throw new Failure('CHANGING_HERE');
      return now;
    };
    const told = await deed.work(transaction, place, by, placeNow);
    await also(transaction, told);
    return told;
  });
  changes.listChanged(place, listsChangedBy(place));
  return { instanceId: place.instanceId, name: place.name, ...concerned };
}
