import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { keysIn, termsOf } from './name-keys.ts';
import { isWaiting } from './name-queries.ts';
import { readNames } from './read-names.ts';

/** Names that one search indexes before it answers. More than that were added in bulk and are left to the background job. */
const mostReadFirst = 400;

/** How long a search waits for names that another process is indexing. */
const pausesMs = [0, 20, 60, 120];

/** Indexes the pending names of these spaces before they are searched. */
export async function readFirst(database: Kysely<Tables>, spaceIds: readonly SpaceId[]): Promise<void> {
  for (const pauseMs of pausesMs) {
    if (!(await isWaiting(database, spaceIds))) return;
    if (pauseMs > 0) await sleep(pauseMs);
    if ((await readNames(database, mostReadFirst, spaceIds)) === mostReadFirst) return;
  }
}

/** The keys that a name in this space needs to match the keyword. Null: no name can match. */
export async function nameKeysOf(database: Kysely<Tables>, spaceId: SpaceId, keyword: string): Promise<readonly number[] | null> {
  const pieces = (await termsOf(keyword)).flatMap((term) => term.pieces);
  if (pieces.length === 0) return null;
  await readFirst(database, [spaceId]);
  return keysIn(spaceId, pieces);
}
