import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { findItems } from './item-queries.ts';
import { itemsAt } from './rules.ts';
import type { ItemContext } from './rules.ts';
import { isNamed } from './visible.ts';

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
  const ids = folders.map(({ instanceId }) => instanceId);
  const { rows } = await sql<{ id: string; above: string }>`
    with recursive up as (
      select c.id, c.parent_id as above, 1 as depth from instance c
      where c.space_id = any(${[...new Set(folders.map(({ spaceId }) => spaceId))]}::uuid[]) and ${isNamed(caller)}
      union all
      select up.id, p.parent_id, up.depth + 1 from up join instance p on p.id = up.above
      where p.deleted_at is null and up.depth <= ${sql.lit(limits.folderDepth + 2)}
    ) select id, above from up where above = any(${ids}::uuid[])`.execute(database);
  const named = await findItems(database, caller, [...new Set(rows.map(({ id }) => id))]);
  return new Set(rows.flatMap(({ id, above }) => (itemsAt(named.get(id)!).includes(item) ? [] : [above])));
}
