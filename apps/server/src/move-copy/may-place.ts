import type { Transaction } from 'kysely';
import type { TaskKind } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { openTarget } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { authorise, isRoot, ownItemsAt } from '../permission/index.ts';
import type { Authorised, ItemContext } from '../permission/index.ts';
import type { Placing } from './deps.ts';

/** Why this item may not go there at all, whatever it holds; null when it may. */
export function refusal(kind: TaskKind, verdict: Authorised | Failure | undefined, target: ItemContext): Failure | null {
  if (verdict === undefined) return new Failure('FILE_NOT_FOUND');
  if (verdict instanceof Failure) return verdict;
  const { place } = verdict;
  if (kind === 'copy') return null;
  if (isRoot(place)) return new Failure('ROOT_IS_FIXED');
  if (place.spaceId === target.spaceId) return null;
  // Whoever has it by a share alone would take it from its owner.
  const own = ownItemsAt(place);
  if (place.fileSharingId !== undefined || !own.includes('move')) return new Failure('STAYS_IN_SPACE');
  return own.includes('delete') ? null : new Failure('NOT_ALLOWED');
}

/**
 * Both rights once more, when everything is held that the work waits for: on the item, and on the folder that it comes into. Throws what
 * `authorise` and `openTarget` throw, and what `refusal` says.
 */
export async function askPlacingAgain(
  transaction: Transaction<Tables>,
  kind: TaskKind,
  source: Caller,
  { place, target, caller }: Pick<Placing, 'place' | 'target' | 'caller'>,
): Promise<void> {
  const { place: into } = await openTarget(transaction, caller, target.instanceId);
  const why = refusal(kind, await authorise(transaction, source, place.instanceId, kind), into);
  if (why) throw why;
}
