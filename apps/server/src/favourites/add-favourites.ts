import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { ItemOutcome, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { failedItem } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { authoriseEach } from '../permission/index.ts';
import { countFavourites, deleteFavourites, insertFavourites, lockFavourites } from './favourite-queries.ts';

type Input = RequestOf<typeof calls.favourite.create>;

/** Each item succeeds or fails on its own; items that are already favorites stay as they are. Throws FAVOURITES_FULL. */
export async function addFavourites(
  database: Kysely<Tables>,
  { instanceIds }: Input,
  { caller, language }: UserContext,
): Promise<ItemOutcome[]> {
  const ids = [...new Set(instanceIds)];
  const judged = await database.transaction().execute(async (transaction) => {
    // Makes two simultaneous calls of one person count one after the other.
    await lockFavourites(transaction, caller.userId);
    const judged = await authoriseEach(transaction, caller, ids, 'collect');
    const allowed = ids.filter((id) => !(judged.get(id) instanceof Failure));
    await insertFavourites(transaction, caller, allowed);
    if ((await countFavourites(transaction, caller.userId)) > limits.favourites)
      throw new Failure('FAVOURITES_FULL', { limit: limits.favourites });
    return judged;
  });
  return ids.map((instanceId) => {
    const verdict = judged.get(instanceId);
    return verdict instanceof Failure ? failedItem(instanceId, verdict.code, language) : { instanceId, done: true };
  });
}

/** Removing needs no permission on the items: the list reveals no more than what the caller once added. */
export async function removeFavourites(database: Kysely<Tables>, { instanceIds }: Input, { caller }: UserContext): Promise<ItemOutcome[]> {
  await deleteFavourites(database, caller.userId, instanceIds);
  return [...new Set(instanceIds)].map((instanceId) => ({ instanceId, done: true }));
}
