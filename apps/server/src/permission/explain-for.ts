import type { Kysely } from 'kysely';
import type { InstanceId, PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { findItems } from './item-queries.ts';
import type { Reason } from './resolve.ts';
import { itemsAt, reasonsAt, withheldAt } from './rules.ts';

/** What a person may do with an instance, and why, by the same rule that decides calls. Undefined if it does not exist. */
export async function explainFor(
  database: Kysely<Tables>,
  userId: string,
  instanceId: InstanceId,
): Promise<{ items: readonly PermissionItem[]; reasons: Reason[]; withheld: readonly PermissionItem[] } | undefined> {
  const place = (await findItems(database, { userId }, [instanceId])).get(instanceId);
  return place && { items: itemsAt(place), reasons: reasonsAt(place), withheld: withheldAt(place) };
}
