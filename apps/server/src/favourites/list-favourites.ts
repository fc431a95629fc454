import type { Kysely } from 'kysely';
import type { Favourite, Page, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { marksOf, presentItem } from '../files/index.ts';
import type { UserContext } from '../http/index.ts';
import { findItems, itemsAt, throughShare } from '../permission/index.ts';
import type { Authorised, ItemContext } from '../permission/index.ts';
import { findFavourites } from './favourite-queries.ts';
import type { FavouriteRow } from './favourite-queries.ts';

/**
 * One page of the caller's favorites, in every space. Items that they can no longer see are neither listed nor counted. That can only
 * happen in spaces of others, so only items there are checked.
 */
export async function pageOfFavourites(
  database: Kysely<Tables>,
  input: RequestOf<typeof calls.favourite.page>,
  { caller }: UserContext,
): Promise<Page<Favourite>> {
  const asker = { userId: caller.userId };
  const rows = await findFavourites(database, caller.userId, input);
  const unsure = rows.filter((row) => !row.own).map((row) => row.id);
  const judged = await findItems(database, asker, unsure);
  const seen = rows.filter((row) => row.own || standingThere(judged.get(row.id), row) !== null);
  const { page, pageSize } = input;
  const shown = seen.slice((page - 1) * pageSize, page * pageSize);
  const ids = shown.map((row) => row.id);
  const places = await findItems(database, asker, ids);
  const marks = await marksOf(database, caller.userId, ids);
  const items = shown.flatMap((row) => {
    const found = standingThere(places.get(row.id), row);
    return found ? [{ instance: presentItem(found, marks.get(row.id)), collectTime: row.collected_at.toISOString() }] : [];
  });
  return { total: seen.length, page, pageSize, items };
}

/**
 * With the permissions of the share through which it was starred, if that share still exists; otherwise with the caller's other
 * permissions.
 */
function standingThere(place: ItemContext | undefined, { file_sharing_id: shareId }: FavouriteRow): Authorised | null {
  if (!place?.live) return null;
  const within = shareId === null ? [] : [throughShare(place, shareId)];
  for (const one of [...within, place]) {
    const items = itemsAt(one);
    if (items.includes('list')) return { place: one, items };
  }
  return null;
}
