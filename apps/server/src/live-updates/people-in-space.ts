import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { findItems, itemsAt } from '../permission/index.ts';
import { peopleInSpace } from './people-queries.ts';

/**
 * Which of these folders each of these people may list, for those who may list any: a change is told to nobody from whom the folder is
 * hidden. Folders that just went to the bin are told of to whom they were shown.
 */
export async function foldersListed(
  database: Kysely<Tables>,
  { spaceId, folderIds, userIds }: { spaceId: string; folderIds: readonly string[]; userIds: readonly string[] },
): Promise<Map<string, string[]>> {
  const listed = new Map<string, string[]>();
  for (const userId of await peopleInSpace(database, spaceId, userIds)) {
    const places = await findItems(database, { userId }, folderIds);
    const seen = folderIds.filter((id) => places.has(id) && itemsAt(places.get(id)!).includes('list'));
    if (seen.length > 0) listed.set(userId, seen);
  }
  return listed;
}
