import { spaceKinds } from '@alcove/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { stillMay } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { findCommenters } from './comment-queries.ts';

/** How many of the latest commenters are notified. */
const mostCommenters = 50;

/** The item's creator, the owner of its space, and earlier commenters, as far as they may read comments now. */
export async function peopleToNotify(database: Kysely<Tables>, place: ItemContext, authorId: string): Promise<string[]> {
  const owner = place.spaceKind === spaceKinds.personal ? place.spaceOwnerId : null;
  const commenters = await findCommenters(database, place.instanceId, mostCommenters);
  const notified: string[] = [];
  for (const userId of new Set([...(owner === null ? [] : [owner]), place.creatorId, ...commenters]))
    if (userId !== authorId && (await stillMay(database, { userId }, place.instanceId, ['preview']))) notified.push(userId);
  return notified;
}
