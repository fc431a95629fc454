import type { Transaction } from 'kysely';
import type { PermissionItem, PlacingKind } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { openTarget } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { authorise, isRoot, ownItemsAt } from '../permission/index.ts';
import type { Authorised, ItemContext } from '../permission/index.ts';
import type { Placing } from './deps.ts';

/** What is needed on an item to move or copy it. A visitor saves to their own drive what they could download. */
export const neededFor = (kind: PlacingKind, { visitor }: Pick<Caller, 'visitor'>): PermissionItem => (visitor ? 'download' : kind);

/** Why this item may not be moved or copied there, whatever it contains; null if it may. */
export function refusal(kind: PlacingKind, verdict: Authorised | Failure | undefined, target: ItemContext): Failure | null {
  if (verdict === undefined) return new Failure('FILE_NOT_FOUND');
  if (verdict instanceof Failure) return verdict;
  const { place } = verdict;
  if (kind === 'copy') return null;
  if (isRoot(place)) return new Failure('ROOT_IS_FIXED');
  if (place.spaceId === target.spaceId) return null;
  // Someone whose only access is a share would take the item from its owner.
  const own = ownItemsAt(place);
  if (place.fileSharingId !== undefined || !own.includes('move')) return new Failure('STAYS_IN_SPACE');
  return own.includes('delete') ? null : new Failure('NOT_ALLOWED');
}

/**
 * Checks both permissions again, on the item and on the target folder, once no more lock has to be waited for. Throws what `authorise` and
 * `openTarget` throw, or what `refusal` returns.
 */
export async function recheckPlacing(
  transaction: Transaction<Tables>,
  kind: PlacingKind,
  source: Caller,
  { place, target, caller }: Pick<Placing, 'place' | 'target' | 'caller'>,
): Promise<void> {
  const { place: into } = await openTarget(transaction, caller, target.instanceId);
  const why = refusal(kind, await authorise(transaction, source, place.instanceId, neededFor(kind, source)), into);
  if (why) throw why;
}
