import type { Kysely } from 'kysely';
import type { PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Asker } from '../http/index.ts';
import { findItems } from './item-queries.ts';
import { itemsAt } from './rules.ts';
import type { ItemContext } from './rules.ts';
import { findNamedBelow } from './visible-queries.ts';

/**
 * Returns which of these folders, live or in the bin, contain something for which a grant denies the caller this item: deleting or moving
 * the whole folder would affect it too. The cost depends on the grants in the spaces, not on the size of the trees. Items below that were
 * deleted separately have their own entry in the bin and do not count.
 */
export async function closedBelow(
  database: Kysely<Tables>,
  caller: Asker,
  places: readonly ItemContext[],
  item: PermissionItem,
): Promise<ReadonlySet<string>> {
  const folders = places.filter((place) => !place.isFile && !place.effective.owns);
  if (folders.length === 0) return new Set();
  const below = await findNamedBelow(database, caller, folders);
  const named = await findItems(database, caller, [...new Set(below.map(({ id }) => id))]);
  return new Set(below.flatMap(({ id, above }) => (itemsAt(named.get(id)!).includes(item) ? [] : [above])));
}
