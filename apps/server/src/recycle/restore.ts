import type { RecycleOutcome, RequestOf, calls } from '@alcove/contract';
import { inTransaction } from '../database/index.ts';
import { listsChangedBy, lockTrees, marksOf, openTarget, presentItem } from '../files/index.ts';
import { classify, Failure, refusal, refusalOf } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { authoriseEach, findItems } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import type { RecycleDeps, RecycleChangeDeps } from './deps.ts';
import { entriesSeen } from './entries-seen.ts';
import { lockEntries } from './recycle-queries.ts';
import type { Entry } from './recycle-queries.ts';
import { restoreEntry } from './restore-entry.ts';
import type { Restored } from './restore-entry.ts';

/**
 * Restores items; each succeeds or fails on its own. A folder is restored before what was deleted from it, in whatever order they were
 * named.
 * Fails with FILE_NOT_FOUND, PLACE_GONE if the original folder does not exist, OTHER_SPACE, NOT_ALLOWED, TOO_DEEP and what else
 * `restoreEntry` throws.
 */
export async function restore(
  deps: RecycleChangeDeps,
  input: RequestOf<typeof calls.recycle.restore>,
  context: UserContext,
): Promise<RecycleOutcome[]> {
  const { database } = deps;
  const { recycleIds } = input;
  const { caller, language } = context;
  const entries = (await entriesSeen(database, caller, recycleIds)).map(({ entry }) => entry);
  const outcomes = new Map<string, RecycleOutcome>();
  const restored = new Map<string, Restored>();
  let busy: unknown = null;
  let held = false;
  for (let cameBack = true; cameBack && !busy;) {
    cameBack = false;
    for (const entry of entries.filter(({ id }) => !restored.has(id))) {
      // After waiting for a lock in vain once, the call does not wait again for each of the other items.
      if (busy) {
        outcomes.set(entry.id, { recycleId: entry.id, done: false, ...refusalOf(busy, language) });
        continue;
      }
      try {
        if (!held) await lockBatch(database, entries);
        held = true;
        restored.set(entry.id, await restoreOne(deps, entry, input, caller));
        cameBack = true;
      } catch (error) {
        outcomes.set(entry.id, { recycleId: entry.id, done: false, ...refusalOf(error, language) });
        if (classify(error).code === 'CHANGING_HERE') busy = error;
      }
    }
  }
  if (input.onConflict !== 'rename') {
    deps.wake('give back the quota of what left the bin');
    deps.wake('count what went to the bins');
  }
  const ids = [...restored.values()].map(({ id }) => id);
  const [shown, marks] = await Promise.all([authoriseEach(database, caller, ids, 'list'), marksOf(database, caller.userId, ids)]);
  return [...new Set(recycleIds)].map((recycleId): RecycleOutcome => {
    const one = restored.get(recycleId);
    if (one === undefined) return outcomes.get(recycleId) ?? { recycleId, done: false, ...refusal('FILE_NOT_FOUND', language) };
    if (one.stayed > 0) return { recycleId, done: false, ...refusal('MERGE_INCOMPLETE', language, { n: one.stayed }) };
    const verdict = shown.get(one.id);
    return verdict === undefined || verdict instanceof Failure
      ? { recycleId, done: true }
      : { recycleId, done: true, instance: presentItem(verdict, marks.get(one.id)) };
  });
}

/**
 * Locks the entries of all items first. With a key, the batch is one transaction (docs/decisions/0049) that holds the space's lock from its
 * first item on. If it then had to wait for an entry, the code that releases quota could hold that entry and wait for the space.
 */
const lockBatch = (database: RecycleDeps['database'], entries: readonly Entry[]): Promise<void> =>
  inTransaction(database, async (transaction) => {
    await lockTrees(
      transaction,
      entries.map((entry) => entry.space_id),
    );
    await lockEntries(
      transaction,
      entries.map(({ id }) => id),
    );
  });

async function restoreOne(
  { database, changes }: RecycleDeps,
  entry: Entry,
  { targetParentId, onConflict, onFileConflict }: RequestOf<typeof calls.recycle.restore>,
  caller: Caller,
): Promise<Restored> {
  const folder =
    targetParentId === undefined ? await formerFolder(database, entry, caller) : (await openTarget(database, caller, targetParentId)).place;
  if (folder.spaceId !== entry.space_id) throw new Failure('OTHER_SPACE');
  const place = (await findItems(database, caller, [entry.instance_id])).get(entry.instance_id);
  const restored = await restoreEntry(database, entry, { folder, onTaken: { onConflict, onFileConflict }, caller, place });
  const changed = listsChangedBy({ instanceId: restored.id, parentId: folder.instanceId, isFile: false });
  if (onConflict !== 'rename') changes.storageChanged(folder);
  changes.listChanged(folder, [...changed, ...restored.folderIds]);
  return restored;
}

/** Specification 2 section 8: the original directory does not exist, use move. */
async function formerFolder(database: RecycleDeps['database'], entry: Entry, caller: Caller): Promise<ItemContext> {
  try {
    return (await openTarget(database, caller, entry.parent_id)).place;
  } catch (error) {
    throw error instanceof Failure && error.code === 'FILE_NOT_FOUND' ? new Failure('PLACE_GONE') : error;
  }
}
