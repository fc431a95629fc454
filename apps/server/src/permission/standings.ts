import type { Kysely } from 'kysely';
import type { InstanceId, PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { mapInTurns } from '../in-turns.ts';
import { findActive } from './people-queries.ts';
import { findGrantsFor } from './region-queries.ts';
import { isPassedOn, itemsOf } from './resolve.ts';
import { findSteps } from './standing-queries.ts';
import type { StepRow } from './standing-queries.ts';

/** What a person may pass on of an item, and what is so of the item for everybody. */
export interface Standing {
  /** Neither it nor a folder above it is in the recycle bin. */
  live: boolean;
  /** It or a folder above it is highly sensitive. */
  high: boolean;
  /** The person is neither frozen nor expired nor gone. */
  active: boolean;
  /** Empty for somebody who is not active. */
  ownItems: readonly PermissionItem[];
}

/**
 * The standing of each pair of a person and an item, in their order: like `ownItemsAt` for thousands of items and many people, in a few statements
 * altogether. Undefined if the item does not exist. That a space ends is left out of account.
 */
export async function standingsOf(
  database: Kysely<Tables>,
  pairs: readonly { userId: string; instanceId: InstanceId }[],
): Promise<(Standing | undefined)[]> {
  if (pairs.length === 0) return [];
  const userIds = [...new Set(pairs.map(({ userId }) => userId))];
  const steps = new Map((await findSteps(database, [...new Set(pairs.map(({ instanceId }) => instanceId))])).map((row) => [row.id, row]));
  const spaceOf = new Map([...steps.values()].map(({ id, space_id: spaceId }) => [id as string, spaceId as string]));
  const active = await findActive(database, userIds);
  const held = await findGrantsFor(database, userIds, spaceOf);
  const grants = new Map([...held].map(([id, all]) => [id, Map.groupBy(all.filter((grant) => !isPassedOn(grant)), (grant) => grant.instanceId)])); // prettier-ignore
  return mapInTurns(pairs, ({ userId, instanceId }): Standing | undefined => {
    const way = wayOf(instanceId, steps);
    const [item] = way;
    if (!item) return undefined;
    const cap = active.get(userId);
    const chain = way.map(({ id }) => id);
    const own = cap && {
      userId,
      owns: item.owner_id === userId,
      grants: chain.flatMap((id) => grants.get(userId)?.get(id) ?? []),
      givers: {},
      cap,
    };
    return {
      live: way.every(({ deleted }) => !deleted),
      high: way.some(({ high }) => high),
      active: cap !== undefined,
      ownItems: own ? itemsOf({ chain, creatorId: item.creator_id }, own) : [],
    };
  });
}

/** The item first, the top of its space last. */
function wayOf(instanceId: InstanceId, steps: ReadonlyMap<InstanceId, StepRow>): StepRow[] {
  const way: StepRow[] = [];
  for (let at = steps.get(instanceId); at; at = at.parent_id === null ? undefined : steps.get(at.parent_id)) way.push(at);
  return way;
}
