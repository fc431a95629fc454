import type { Transaction } from 'kysely';
import type { BlobId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { allowanceOf, countRemoved, removeDue } from '../removal/index.ts';
import type { RemovalDeps } from '../removal/index.ts';
import { deleteContent, findUnneeded, findUses, graceMs as usualGraceMs, keepContent, lockUnneeded } from './collect-queries.ts';

export interface CollectOptions {
  /** How long content stays unneeded before it is removed. Default: one day. */
  graceMs?: number;
  /** How many contents one call removes at most. */
  most?: number;
  /** How many contents may be removed in 24 hours. Null: the usual number, see `allowanceOf`. */
  mostADay?: number | null;
}

/**
 * Removes content that was marked unneeded a day ago and still is, one at a time (I6, I21). Each is checked again under the lock of its
 * row. Then its rows are deleted, including those that could lead to a new reference, and after the commit its object. Whoever adds a
 * reference meanwhile either locks the row first, and the content stays, or does not find the content. Returns how many were removed.
 */
export async function collectUnneeded(
  deps: RemovalDeps,
  { graceMs = usualGraceMs, most = 200, mostADay = null }: CollectOptions = {},
): Promise<number> {
  const { database, logger, reached } = deps;
  const ids = await findUnneeded(database, { graceMs, most });
  if (ids.length === 0) return 0;
  const allowance = await allowanceOf(database, 'content', mostADay);
  if (allowance.left < ids.length)
    logger.error(
      { mostADay: allowance.mostADay },
      'unusually much content is no longer needed: what is over the limit of a day stays until tomorrow (ALCOVE_REMOVED_A_DAY)',
    );
  let collected = 0;
  for (const id of ids.slice(0, allowance.left)) {
    const keys = await database.transaction().execute((transaction) => forgetContent(transaction, id, graceMs));
    if (keys === null) continue;
    reached?.('content forgotten');
    collected += 1;
    await removeDue(deps, { keys });
  }
  return collected;
}

/** Returns the keys of the objects to remove now. Null: the content stays, or somebody else has locked it. */
async function forgetContent(transaction: Transaction<Tables>, blobId: BlobId, graceMs: number): Promise<string[] | null> {
  if (!(await lockUnneeded(transaction, blobId, graceMs))) return null;
  const { needed, asked } = await findUses(transaction, blobId);
  if (needed || asked) {
    // Content with a running preview stays for another day.
    await keepContent(transaction, blobId, { needed });
    return null;
  }
  const keys = await deleteContent(transaction, blobId);
  await countRemoved(transaction, 'content');
  return keys;
}
