import type { Kysely } from 'kysely';
import type { InstanceId, PermissionItem, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { mapInTurns } from '../in-turns.ts';
import { isPassedOn, itemsOf, unnamed } from './resolve.ts';
import type { Grant, Holding, EffectiveGrants } from './resolve.ts';
import { findActive } from './people-queries.ts';
import { findGrantsFor, findNamedAnywhere, spacesOf } from './region-queries.ts';
import type { NamedPlace } from './region-queries.ts';

/** An item at which a person's permissions may change. They apply to everything below it, up to the next region. */
export interface Region {
  instanceId: InstanceId;
  spaceId: SpaceId;
  /** It is the top of its space. */
  isTop: boolean;
  /** Whether they may do it with the item itself. */
  self: boolean;
  /** Whether they may do it with what is below it: items made by others, or by themselves. */
  below: boolean;
  belowOwn: boolean;
}

/**
 * Everywhere the caller has any permission: the top folders of their own spaces, and what grants name. For any instance, the nearest region
 * above it decides; without one, the caller has no permission. All `items` are required, and `list`, as everywhere. A person may have a
 * hundred regions, so their grants are read in one statement.
 */
export async function regionsOf(database: Kysely<Tables>, caller: Caller, items: readonly PermissionItem[]): Promise<Regions> {
  const regionsFor = await readRegions(database, caller);
  return regionsFor(items);
}

export interface Regions {
  spaceIds: SpaceId[];
  regions: Region[];
}

export type RegionsFor = (items: readonly PermissionItem[]) => Promise<Regions>;

/** The same for several lists of items in one request: the caller's grants are read once. */
export async function readRegions(database: Kysely<Tables>, { userId }: Caller): Promise<RegionsFor> {
  const { places, mine, cap } = await findNamedAnywhere(database, userId);
  const giverIds = [...new Set(mine.flatMap(({ source, grantorId }) => (source.kind === 'share' ? [grantorId] : [])))];
  const active = new Map(await findActive(database, giverIds));
  if (cap) active.set(userId, cap);
  const activeGivers = giverIds.filter((id) => active.has(id));
  const given = await findGrantsFor(database, activeGivers, spacesOf(places));
  const ownGrants = grantsByPlace(mine);
  const givers = new Map(activeGivers.map((id) => [id, grantsByPlace((given.get(id) ?? []).filter((grant) => !isPassedOn(grant)))]));
  const regionAt = (place: NamedPlace, has: (allowed: readonly PermissionItem[]) => boolean): Region & { live: boolean } => {
    const holdingOf = (id: string, grants: GrantsByPlace): Holding => ({
      owns: place.ownerId === id,
      grants: place.way.flatMap((at) => grants.get(at) ?? []),
      cap: active.get(id) ?? [],
    });
    const own = holdingOf(userId, ownGrants);
    // Hundreds of people may have shared something somewhere. Only those who shared something here count.
    const here = new Set(own.grants.flatMap(({ source, grantorId }) => (source.kind === 'share' ? [grantorId] : [])));
    const givenHere = [...here].flatMap((id) => {
      const grants = givers.get(id);
      return grants ? [[id, holdingOf(id, grants)] as const] : [];
    });
    const effective: EffectiveGrants = { userId, ...own, givers: Object.fromEntries(givenHere) };
    const child = (creatorId: string): boolean => !place.isFile && has(itemsOf({ chain: [unnamed, ...place.way], creatorId }, effective));
    return {
      instanceId: place.id,
      spaceId: place.spaceId,
      isTop: place.way.length === 1,
      self: has(itemsOf({ chain: place.way, creatorId: place.creatorId }, effective)),
      below: child(''),
      belowOwn: child(userId),
      live: place.live,
    };
  };
  return async (items) => {
    const has = (allowed: readonly PermissionItem[]): boolean => allowed.includes('list') && items.every((item) => allowed.includes(item));
    const regions = await mapInTurns(places, (place) => regionAt(place, has));
    const found = regions.filter(({ live, self, below, belowOwn }) => live && (self || below || belowOwn));
    return { spaceIds: [...new Set(found.map(({ spaceId }) => spaceId))], regions };
  };
}

type GrantsByPlace = ReadonlyMap<string, readonly Grant[]>;
const grantsByPlace = (grants: readonly Grant[]): GrantsByPlace => Map.groupBy(grants, ({ instanceId }) => instanceId);
