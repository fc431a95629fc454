import type { Transaction } from 'kysely';
import { failures } from '@alcove/contract';
import type { PlacingKind } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { listsChangedBy } from '../files/index.ts';
import { classify } from '../http/index.ts';
import type { Caller, Failure } from '../http/index.ts';
import { chargeQuota } from '../spaces/index.ts';
import { copyTree } from './copy-tree.ts';
import type { Ledger, MoveDeps, Placed, Placing } from './deps.ts';
import { moveAcross } from './move-across.ts';
import { moveWithin } from './move-within.ts';

/** Work within the call charges quota at once and reports no progress. */
export const atOnce: Ledger = {
  begin: () => {},
  advance: async () => {},
  charge: (transaction: Transaction<Tables>, spaceId, bytes) => chargeQuota(transaction, spaceId, bytes),
  finish: async () => {},
};

/**
 * Moves or copies one item and notifies everybody who has the folders open. Throws what `copyTree`, `moveAcross` and `moveWithin` throw.
 */
export async function placeOne(
  { database, changes }: MoveDeps,
  kind: PlacingKind,
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
  if (kind === 'copy' || across || placed.folderIds.length > 0) changes.storageChanged(target);
  if (kind === 'move') {
    changes.listChanged(place, [...listsChangedBy(place), ...placed.folderIds]);
    if (across) changes.storageChanged(place);
  }
  changes.listChanged(target, [target.instanceId, ...placed.folderIds]);
  return placed;
}

/** A refusal by a rule is the outcome of that one item. Any other error is rethrown, and ends the work on all items. */
export function asRefusal(error: unknown): Failure {
  const failure = classify(error);
  if (failures[failure.code].status < 500) return failure;
  throw error;
}
