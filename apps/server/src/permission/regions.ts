import type { Kysely } from 'kysely';
import type { PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { mapInTurns } from '../in-turns.ts';
import { itemsOf } from './resolve.ts';
import type { Grant, Holding, EffectiveGrants } from './resolve.ts';
import { findActive } from './people-queries.ts';
import { findGrantsFor, findNamedAnywhere } from './region-queries.ts';

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
 * with them `list`, as everywhere. Somebody may have a hundred regions: what they hold on all of them is read at once.
 */
export async function regionsOf(
  database: Kysely<Tables>,
  { userId }: Caller,
  items: readonly PermissionItem[],
): Promise<{ spaceIds: string[]; regions: Region[] }> {
  const places = await findNamedAnywhere(database, userId);
  const spaceOf = new Map(places.flatMap(({ way, space_id }) => way.map((id) => [id, space_id] as const)));
  const held = await findGrantsFor(database, [userId], spaceOf);
  const mine = held.get(userId) ?? [];
  const giverIds = [...new Set(mine.flatMap(({ source, grantorId }) => (source.kind === 'share' ? [grantorId] : [])))];
  const active = [...(await findActive(database, giverIds))];
  const given = await findGrantsFor(database, active, spaceOf);
  const has = (allowed: readonly PermissionItem[]): boolean => allowed.includes('list') && items.every((item) => allowed.includes(item));
  const ownGrants = grantsByPlace(mine);
  const givers = new Map(active.map((id) => [id, grantsByPlace((given.get(id) ?? []).filter(isOwn))]));
  const regions = await mapInTurns(places, (place): Region & { live: boolean } => {
    const holdingOf = (id: string, grants: GrantsByPlace): Holding => ({
      owns: place.owner_id === id,
      grants: place.way.flatMap((at) => grants.get(at) ?? []),
    });
    const own = holdingOf(userId, ownGrants);
    // Of hundreds who gave something somewhere, only those who gave something here.
    const here = new Set(own.grants.flatMap(({ source, grantorId }) => (source.kind === 'share' ? [grantorId] : [])));
    const givenHere = [...here].flatMap((id) => {
      const grants = givers.get(id);
      return grants ? [[id, holdingOf(id, grants)] as const] : [];
    });
    const effective: EffectiveGrants = { userId, ...own, givers: Object.fromEntries(givenHere) };
    const child = (creatorId: string): boolean => !place.is_file && has(itemsOf({ chain: ['', ...place.way], creatorId }, effective));
    return {
      instanceId: place.id,
      spaceId: place.space_id,
      isTop: place.way.length === 1,
      self: has(itemsOf({ chain: place.way, creatorId: place.creator_id }, effective)),
      below: child(''),
      belowOwn: child(userId),
      live: place.live,
    };
  });
  const found = regions.filter(({ live, self, below, belowOwn }) => live && (self || below || belowOwn));
  return { spaceIds: [...new Set(found.map(({ spaceId }) => spaceId))], regions };
}

type GrantsByPlace = ReadonlyMap<string, readonly Grant[]>;
const grantsByPlace = (grants: readonly Grant[]): GrantsByPlace => Map.groupBy(grants, ({ instanceId }) => instanceId);

/** What a giver holds by a share is not theirs to pass on. */
const isOwn = ({ source }: Grant): boolean => source.kind !== 'share';
