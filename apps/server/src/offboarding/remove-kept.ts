import type { Kysely } from 'kysely';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { removeContents } from '../groups/index.ts';
import { lockSpaces, releaseUsed, usedBytesOf } from '../spaces/index.ts';
import { endUploadsOf } from '../upload/index.ts';
import { findDueSpaces, setRemoved, setRemoving, tryLockRemoving } from './kept-queries.ts';
import type { DueSpace } from './kept-queries.ts';

const mostSpaces = 20;

/**
 * Takes one step for each kept space whose term has ended, in transactions that may be interrupted and repeated. Returns how many made
 * progress: 0 when everything is done.
 */
export async function removeKeptSpaces(database: Kysely<Tables>, rows = 500): Promise<number> {
  let done = 0;
  for (const due of await findDueSpaces(database, mostSpaces)) if (await removeSome(database, due, rows)) done += 1;
  return done;
}

async function removeSome(database: Kysely<Tables>, due: DueSpace, rows: number): Promise<boolean> {
  const { userId, spaceId, rootId, begun } = due;
  if (!begun) return begin(database, due);
  if ((await endUploadsOf(database, spaceId, null)) > 0) return true;
  if (await removeContents(database, { spaceId, rootId, lock: (transaction) => tryLockRemoving(transaction, userId) }, rows)) return true;
  return database.transaction().execute(async (transaction) => {
    if (!(await tryLockRemoving(transaction, userId))) return false;
    await setRemoved(transaction, due);
    return true;
  });
}

/** Its bytes are released at once, because the single files are no longer counted. */
async function begin(database: Kysely<Tables>, { userId, spaceId }: DueSpace): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await setRemoving(transaction, userId))) return false;
    await enterAs(transaction, factsOfSystem('system.removeKeptSpace'), [{ kind: 'space', id: spaceId }]);
    await lockSpaces(transaction, [spaceId]);
    await releaseUsed(transaction, spaceId, await usedBytesOf(transaction, spaceId));
    return true;
  });
}
