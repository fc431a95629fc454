import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { allowanceOf, countRemoved, removeDue } from '../removal/index.ts';
import type { RemovalDeps } from '../removal/index.ts';
import { deleteContent, findUnneeded, findUses, keepContent, lockUnneeded } from './collect-queries.ts';

export interface CollectOptions {
  /** How long content lies unneeded before it goes. */
  graceMs?: number;
  /** Contents of one turn. */
  most?: number;
  /** Contents that may go in 24 hours; null: as many as is usual. */
  mostADay?: number | null;
}

const dayMs = 24 * 3_600_000;

/**
 * Removes content that was marked unneeded a day ago and still is, one by one (I6, I21): under its row's lock it is looked at again,
 * its rows go, and with them everything that could come to point at it; only then its object. Who makes a reference meanwhile either
 * holds the row, and the content stays, or finds no content. Answers how many went.
 */
export async function collectUnneeded(
  deps: RemovalDeps,
  { graceMs = dayMs, most = 200, mostADay = null }: CollectOptions = {},
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

/** Answers the keys of the objects that are to be removed now. Null: the content stays, or somebody has locked it. */
async function forgetContent(transaction: Transaction<Tables>, blobId: string, graceMs: number): Promise<string[] | null> {
  if (!(await lockUnneeded(transaction, blobId, graceMs))) return null;
  const { needed, asked } = await findUses(transaction, blobId);
  if (needed || asked) {
    // Who has a ticket for it, or waits for its preview, has another day.
    await keepContent(transaction, blobId, { needed });
    return null;
  }
  const keys = await deleteContent(transaction, blobId);
  await countRemoved(transaction, 'content');
  return keys;
}
