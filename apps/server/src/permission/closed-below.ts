import type { Kysely } from 'kysely';
import type { PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { findItems } from './item-queries.ts';
import { itemsAt } from './rules.ts';
import type { ItemContext } from './rules.ts';
import { findNamedBelow } from './visible-queries.ts';

/**
 * Which of these, live or in the bin, have something below them that a grant closes to the caller for this item: whatever takes the
 * whole away would take that too. Costs what the grants in their spaces cost, however large the trees. What was deleted below by itself
 * has an entry of its own and does not count.
 */
export async function closedBelow(
  database: Kysely<Tables>,
  caller: Pick<Caller, 'userId' | 'fileSharingId'>,
  places: readonly ItemContext[],
  item: PermissionItem,
): Promise<ReadonlySet<string>> {
  const folders = places.filter((place) => !place.isFile && !place.effective.owns);
  if (folders.length === 0) return new Set();
  const below = await findNamedBelow(database, caller, folders);
  const named = await findItems(database, caller, [...new Set(below.map(({ id }) => id))]);
  return new Set(below.flatMap(({ id, above }) => (itemsAt(named.get(id)!).includes(item) ? [] : [above])));
}
