/** Moves entries from the user's recycle bin to the administrators' one, on request or after 30 days (specification 2 section 4). */
import type { Kysely } from 'kysely';
import type { RecycleOutcome, RequestOf, calls } from '@alcove/contract';
import { enter, enterAs, factsOfSystem } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { publish } from '../live-updates/index.ts';
import { refusal } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { findSpace } from '../spaces/index.ts';
import { allowLongStatements, lockLeftEntry, releaseLeftEntry } from './background-queries.ts';
import type { RecycleDeps, RecycleChangeDeps } from './deps.ts';
import { entriesSeen, keptFrom, seenOf } from './entries-seen.ts';
import { seenIn } from './page-of-bin.ts';
import { leaveFirstBin, ownSpaces } from './recycle-queries.ts';
import type { Entry } from './recycle-queries.ts';

/**
 * Removes entries; each succeeds or fails on its own.
 * Fails with FILE_NOT_FOUND, NOT_ALLOWED if the caller does not manage the place, HOLDS_HIDDEN, or because the space is ending.
 */
export async function removeEntries(
  deps: RecycleChangeDeps,
  { recycleIds }: RequestOf<typeof calls.recycle.remove>,
  { caller, language }: UserContext,
): Promise<RecycleOutcome[]> {
  const seen = await entriesSeen(deps.database, caller, recycleIds);
  const kept = await keptFrom(deps.database, caller, seen);
  const going = seen.flatMap(({ entry }) => (kept.has(entry.id) ? [] : [entry.id]));
  const gone = new Set(await leaveFirstBin(deps.database, { ids: going }, (transaction, held) => removable(transaction, caller, held)));
  await tell(deps, caller.userId);
  return [...new Set(recycleIds)].map((recycleId) =>
    gone.has(recycleId)
      ? { recycleId, done: true }
      : { recycleId, done: false, ...refusal(kept.get(recycleId) ?? 'FILE_NOT_FOUND', language) },
  );
}

/** Removes every entry that the caller may remove. The rest stays. */
export async function clearBin(
  deps: RecycleChangeDeps,
  { instanceType }: RequestOf<typeof calls.recycle.clear>,
  { caller }: UserContext,
): Promise<{ removed: number }> {
  const { spaceIds, elsewhere } = await seenIn(deps.database, caller, instanceType);
  const ids = await removable(
    deps.database,
    caller,
    elsewhere.map(({ entry }) => entry),
  );
  const gone = await leaveFirstBin(deps.database, { spaceIds, ids }, async (transaction, held) => {
    const own = new Set(await ownSpaces(transaction, caller.userId, instanceType, { lasting: true }));
    const { here = [], there = [] } = Object.groupBy(held, (entry) => (own.has(entry.space_id) ? 'here' : 'there'));
    return [...here.map(({ id }) => id), ...(await removable(transaction, caller, there))];
  });
  await enter(
    deps.database,
    gone.map((id) => ({ kind: 'binEntry', id })),
  );
  await tell(deps, caller.userId);
  return { removed: gone.length };
}

/** Those of the entries that the caller may remove. Checked before they are locked, and again after. */
async function removable(database: Kysely<Tables>, caller: Caller, entries: readonly Entry[]): Promise<string[]> {
  const seen = await seenOf(database, caller, entries);
  const kept = await keptFrom(database, caller, seen);
  return seen.flatMap(({ entry }) => (kept.has(entry.id) ? [] : [entry.id]));
}

async function tell({ database, wake }: RecycleChangeDeps, userId: string): Promise<void> {
  wake('give back the quota of what left the bin');
  await publish(database, [{ to: [userId], event: 'recycleChanged' }]);
}

/** Returns how many entries left the bin. */
export const purgeExpired = (database: RecycleDeps['database']): Promise<number> =>
  database.transaction().execute(async (transaction) => {
    const gone = await leaveFirstBin(transaction, 'expired');
    await enterAs(
      transaction,
      factsOfSystem('system.emptyBin'),
      gone.map((id) => ({ kind: 'binEntry', id })),
    );
    return gone.length;
  });

/**
 * Releases the quota of one item that left the first bin: all versions of everything that was deleted with it. Items below it that were
 * deleted separately have their own entries. This is background work, because a tree may be large.
 * Returns 1, or 0 if nothing is waiting.
 */
export async function giveBackQuota({ database, changes }: RecycleDeps): Promise<number> {
  const space = await database.transaction().execute(async (transaction) => {
    await allowLongStatements(transaction);
    const entry = await lockLeftEntry(transaction);
    if (!entry) return null;
    await releaseLeftEntry(transaction, entry);
    return findSpace(transaction, entry.space_id);
  });
  if (space) changes.storageChanged({ spaceId: space.id, spaceKind: space.kind, spaceOwnerId: space.owner_id });
  return space ? 1 : 0;
}
