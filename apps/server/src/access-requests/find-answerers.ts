import type { Kysely } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { authoriseEach, ownItemsAt } from '../permission/index.ts';
import type { Authorised, ItemContext } from '../permission/index.ts';
import { findManagers } from './access-queries.ts';

/** The item, if this person may answer for it now: they manage its people, and not only through a share. Otherwise null. */
export async function asAnswerer(database: Kysely<Tables>, userId: string, instanceId: InstanceId): Promise<Authorised | null> {
  const verdict = (await authoriseEach(database, someone(userId), [instanceId], 'list')).get(instanceId)!;
  return verdict instanceof Failure || !ownItemsAt(verdict.place).includes('personnelManagement') ? null : verdict;
}

/** The people who may answer for an item now, and the item. Null if there are none, or the item is gone. */
export async function findAnswerers(
  database: Kysely<Tables>,
  instanceId: InstanceId,
  askerId: string,
): Promise<{ userIds: string[]; place: ItemContext } | null> {
  const userIds: string[] = [];
  let place: ItemContext | null = null;
  for (const userId of await findManagers(database, instanceId, askerId)) {
    const found = await asAnswerer(database, userId, instanceId);
    if (!found) continue;
    place = found.place;
    userIds.push(userId);
  }
  return place && { userIds, place };
}

/** A caller without a session, for permission checks only. */
export const someone = (userId: string): Caller => ({
  userId,
  sessionId: '',
  sessionKind: 'browser',
  accountName: '',
  realName: '',
  adminItems: [],
  speedLimit: null,
});
