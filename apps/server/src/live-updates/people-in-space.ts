import type { Kysely } from 'kysely';
import type { InstanceId, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { findItems, itemsAt } from '../permission/index.ts';
import { peopleInSpace } from './people-queries.ts';

/**
 * Which of these folders each of these people may list, without people who may list none: nobody is notified of a change in a folder that
 * is hidden from them. Folders that were just moved to the bin are reported to those who could see them.
 */
export async function foldersListed(
  database: Kysely<Tables>,
  { spaceId, folderIds, userIds }: { spaceId: SpaceId; folderIds: readonly InstanceId[]; userIds: readonly string[] },
): Promise<Map<string, InstanceId[]>> {
  const listed = new Map<string, InstanceId[]>();
  for (const userId of await peopleInSpace(database, spaceId, userIds)) {
    const places = await findItems(database, { userId }, folderIds);
    const seen = folderIds.filter((id) => places.has(id) && itemsAt(places.get(id)!).includes('list'));
    if (seen.length > 0) listed.set(userId, seen);
  }
  return listed;
}
