import type { Transaction } from 'kysely';
import { failures } from '@alcove/contract';
import type { TaskKind } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { concerned } from '../files/index.ts';
import { classify, Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { isRoot, ownItemsAt } from '../permission/index.ts';
import type { Authorised, Place } from '../permission/index.ts';
import { takeRoom } from '../upload/index.ts';
import { copyTree } from './copy-tree.ts';
import type { Ledger, MovingDeps, Placed, Placing } from './deps.ts';
import { moveAcross } from './move-across.ts';
import { moveWithin } from './move-within.ts';

/** What a call does itself is paid at once, and nobody follows it. */
export const atOnce: Ledger = {
  begin: () => {},
  advance: async () => {},
  charge: (transaction: Transaction<Tables>, spaceId, bytes) => takeRoom(transaction, spaceId, bytes),
  finish: async () => {},
};

/** Why this item may not go there at all, whatever it holds; null when it may. */
export function refusal(kind: TaskKind, verdict: Authorised | Failure | undefined, target: Place): Failure | null {
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

/** Brings one item there and tells whoever looks on. Throws what the three ways throw. */
export async function placeOne(
  { database, changes }: MovingDeps,
  kind: TaskKind,
  source: Caller,
  placing: Placing,
  ledger: Ledger = atOnce,
): Promise<Placed> {
  const { place, target } = placing;
  const across = place.spaceId !== target.spaceId;
  const placed = await (kind === 'copy'
    ? copyTree(database, source, placing, ledger)
    : across
      ? moveAcross(database, source, placing, ledger)
      : moveWithin(database, source, placing, ledger));
  if (kind === 'copy' || across || placed.folderIds.length > 0) changes.roomChanged(target);
  if (kind === 'move') {
    changes.listChanged(place, [...concerned(place), ...placed.folderIds]);
    if (across) changes.roomChanged(place);
  }
  changes.listChanged(target, [target.instanceId, ...placed.folderIds]);
  return placed;
}

/** What a rule refuses is an item's own outcome; anything else is trouble, and ends them all. */
export function asRefusal(error: unknown): Failure {
  const failure = classify(error);
  if (failures[failure.code].status < 500) return failure;
  throw error;
}
