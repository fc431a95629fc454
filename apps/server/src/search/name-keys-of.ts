import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { keysIn, termsOf } from './name-keys.ts';
import { isWaiting } from './name-queries.ts';
import { readNames } from './read-names.ts';

/** Names that one search reads before it answers; more than that were added in bulk and are read in their own time. */
const mostReadFirst = 200;

/** Names that another is reading are not ours to read: it is waited for that long, and no longer. */
const pausesMs = [0, 20, 60, 120];

/** What waits in these spaces is read before they are searched. */
export async function readFirst(database: Kysely<Tables>, spaceIds: readonly string[]): Promise<void> {
  for (const pauseMs of pausesMs) {
    if (!(await isWaiting(database, spaceIds))) return;
    if (pauseMs > 0) await sleep(pauseMs);
    if ((await readNames(database, mostReadFirst, spaceIds)) === mostReadFirst) return;
  }
}

/** What a name in this space has to have to be found by the keyword; null: nothing is found by such a keyword. */
export async function nameKeysOf(database: Kysely<Tables>, spaceId: string, keyword: string): Promise<readonly number[] | null> {
  const pieces = (await termsOf(keyword)).flatMap((term) => term.pieces);
  if (pieces.length === 0) return null;
  await readFirst(database, [spaceId]);
  return keysIn(spaceId, pieces);
}
