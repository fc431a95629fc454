import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { authoriseEach, ownItemsAt } from '../permission/index.ts';
import type { Authorised, ItemContext } from '../permission/index.ts';
import { findManagers } from './access-queries.ts';

/** The place as this person may answer for it today, or null: who manages people there, and not by a share alone. */
export async function asAnswerer(database: Kysely<Tables>, userId: string, instanceId: string): Promise<Authorised | null> {
  const verdict = (await authoriseEach(database, someone(userId), [instanceId], 'list')).get(instanceId)!;
  return verdict instanceof Failure || !ownItemsAt(verdict.place).includes('personnelManagement') ? null : verdict;
}

/** Who may answer for it today, and the place that it is; null while that is nobody, or where it is gone. */
export async function findAnswerers(
  database: Kysely<Tables>,
  instanceId: string,
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

/** Someone whom no session speaks for: only their rights are asked for. */
export const someone = (userId: string): Caller => ({
  userId,
  sessionId: '',
  sessionKind: 'browser',
  accountName: '',
  realName: '',
  adminRole: null,
  speedLimit: null,
});
