import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { findPlaces } from './place-query.ts';
import { isRoot, itemsAt, itemsOfPlainChild } from './rules.ts';
import { departmentsOf } from './standing-sql.ts';

/** A place at which what somebody has may change: of everything below it, until the next one, the same holds. */
export interface Region {
  instanceId: string;
  spaceId: string;
  /** The top of its space. */
  isTop: boolean;
  /** Whether they may do it with the instance itself. */
  self: boolean;
  /** With what lies below it, made by others or by themselves. */
  below: boolean;
  belowOwn: boolean;
}

/**
 * Everywhere that the caller has anything: the tops of what is theirs, and what grants name. The nearest region on the way up
 * from an instance answers for it, by the one rule; where there is none, they have nothing. The items are asked for together, and
 * with them `list`, as everywhere.
 */
export async function regionsOf(
  database: Kysely<Tables>,
  caller: Caller,
  items: readonly PermissionItem[],
): Promise<{ spaceIds: string[]; regions: Region[] }> {
  const { rows } = await namedAnywhere(database, caller);
  const places = await findPlaces(
    database,
    caller,
    rows.map(({ id }) => id),
  );
  const has = (held: readonly PermissionItem[]): boolean => held.includes('list') && items.every((item) => held.includes(item));
  const spaceIds = new Set<string>();
  const regions = [...places.values()].map((place): Region => {
    const region = {
      instanceId: place.instanceId,
      spaceId: place.spaceId,
      isTop: isRoot(place),
      self: has(itemsAt(place)),
      below: !place.isFile && has(itemsOfPlainChild(place, false)),
      belowOwn: !place.isFile && has(itemsOfPlainChild(place, true)),
    };
    if (place.live && (region.self || region.below || region.belowOwn)) spaceIds.add(place.spaceId);
    return region;
  });
  return { spaceIds: [...spaceIds], regions };
}

/** In a space that a share leads into, what others were given counts too: who shares gives no more than they hold at each place. */
const namedAnywhere = (database: Kysely<Tables>, { userId }: Caller) =>
  sql<{ id: string }>`
  with mine as materialized (
    select g.instance_id, g.source_kind from file_grant g
    where (g.subject_id = ${userId} or g.subject_id in (${departmentsOf(sql`${userId}::uuid`)})) and (g.expires_at is null or g.expires_at > now())
  )
  select root_id as id from space where kind = 1 and owner_id = ${userId}
  union select root_id from space where kind = 2 and owner_id = ${userId}
  union select instance_id from mine
  union select g.instance_id from file_grant g where g.source_kind <> 'share'
    and g.source_id in (select i.space_id from mine join instance i on i.id = mine.instance_id where mine.source_kind = 'share')`.execute(
    database,
  );
