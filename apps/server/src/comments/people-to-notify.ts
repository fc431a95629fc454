import { spaceKinds } from '@alcove/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { stillMay } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { findCommenters } from './comment-queries.ts';

/** So many of those who commented lately are notified. */
const mostCommenters = 50;

/** Who made the item, whose space it lies in, and who commented before, as far as they may read comments now. */
export async function peopleToNotify(database: Kysely<Tables>, place: ItemContext, authorId: string): Promise<string[]> {
  const owner = place.spaceKind === spaceKinds.personal ? place.spaceOwnerId : null;
  const commenters = await findCommenters(database, place.instanceId, mostCommenters);
  const notified: string[] = [];
  for (const userId of new Set([...(owner === null ? [] : [owner]), place.creatorId, ...commenters]))
    if (userId !== authorId && (await stillMay(database, { userId }, place.instanceId, ['preview']))) notified.push(userId);
  return notified;
}
