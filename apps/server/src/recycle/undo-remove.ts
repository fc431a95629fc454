import { failures } from '@alcove/contract';
import type { FailureCode, InstanceId, ItemOutcome } from '@alcove/contract';
import { failedItem } from '../files/index.ts';
import { classify, Failure } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { authoriseEach } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import type { RecycleDeps } from './deps.ts';
import { entriesOf } from './recycle-queries.ts';
import type { Entry } from './recycle-queries.ts';
import { restoreEntry } from './restore-entry.ts';

/** Restores what the caller just deleted to its original folder. If a name is taken or a folder above is gone, only that item fails. */
export async function undoRemove(
  { database, changes }: RecycleDeps,
  instanceIds: InstanceId[],
  context: UserContext,
): Promise<ItemOutcome[]> {
  const entries = await entriesOf(database, { instanceIds, deletedBy: context.caller.userId });
  const outcomes = new Map<string, ItemOutcome>();
  // A folder is restored before what is in it, in whatever order they were named: each round may make another possible.
  let busy = false;
  for (let cameBack = true; cameBack;) {
    cameBack = false;
    const open = entries.filter((entry) => !outcomes.has(entry.instance_id));
    // The permission is checked on the parent folder, because `authorise` does not find the deleted item itself.
    const judged = await authoriseEach(database, context.caller, [...new Set(open.map((entry) => entry.parent_id))], 'upload');
    for (const entry of open) {
      const verdict = judged.get(entry.parent_id);
      const { instance_id: instanceId } = entry;
      if (!verdict || verdict instanceof Failure) {
        // The parent folder may be in the bin itself and be restored in a later round.
        if (verdict && verdict.code !== 'FILE_NOT_FOUND') outcomes.set(instanceId, failedItem(instanceId, verdict.code, context.language));
        continue;
      }
      // After waiting for a lock in vain once, the call does not wait again for each of the other items.
      const refused: FailureCode | null = busy ? 'CHANGING_HERE' : await restoreOne(database, entry, verdict.place, context.caller);
      outcomes.set(instanceId, refused === null ? { instanceId, done: true } : failedItem(instanceId, refused, context.language));
      if (refused === null) changes.listChanged(verdict.place, [entry.parent_id, instanceId]);
      cameBack ||= refused === null;
      busy ||= refused === 'CHANGING_HERE';
    }
  }
  return [...new Set(instanceIds)].map((id) => outcomes.get(id) ?? failedItem(id, 'FILE_NOT_FOUND', context.language));
}

async function restoreOne(
  database: RecycleDeps['database'],
  entry: Entry,
  folder: ItemContext,
  caller: Caller,
): Promise<FailureCode | null> {
  try {
    await restoreEntry(database, entry, { folder, onTaken: 'fail', caller });
    return null;
  } catch (error) {
    const { code } = classify(error);
    if (failures[code].status < 500) return code;
    throw error;
  }
}
