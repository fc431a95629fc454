import { limits } from '@alcove/contract';
import type { InstanceId, PlacedItem, PlacingKind } from '@alcove/contract';
import { failedItem, marksOf, openTarget, presentItem } from '../files/index.ts';
import { Failure, through } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { authoriseEach } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { createTask } from '../tasks/index.ts';
import type { MoveDeps, Placed, PlaceInput } from './deps.ts';
import { neededFor, refusal } from './may-place.ts';
import { asRefusal, placeOne } from './place-one.ts';
import { countVisible, countMerge } from './count-queries.ts';
import { placingTasks } from './task-kinds.ts';

export interface PlacingDeps extends MoveDeps {
  wake: (job: 'work on tasks') => void;
}

/** The target is reached through its own share, or else by the caller's own permissions, never through the share of the items. */
export function targetCaller(caller: Caller, { targetSharingId }: Pick<PlaceInput, 'targetSharingId'>): Caller {
  const own = { ...(caller.visitor?.person ?? caller) };
  delete own.fileSharingId;
  return through(own, { fileSharingId: targetSharingId });
}

/**
 * Moves or copies items; each succeeds or fails on its own. Work that changes few rows is done in the call, larger work becomes one task.
 * Throws FILE_NOT_FOUND, NOT_ALLOWED, NOT_A_FOLDER for the target, TOO_MANY_ITEMS, and TASKS_TOO_MANY, SPACE_NOT_ENOUGH for the task.
 */
export async function placeItems(deps: PlacingDeps, kind: PlacingKind, input: PlaceInput, context: UserContext): Promise<PlacedItem[]> {
  const { database } = deps;
  const { caller, language } = context;
  const { onConflict, onFileConflict } = input;
  const writer = targetCaller(caller, input);
  const { place: target } = await openTarget(database, writer, input.targetParentId);
  const ids = [...new Set(input.instanceIds)];
  const judged = await authoriseEach(database, caller, ids, neededFor(kind, caller));
  const refused = new Map<string, Failure>();
  const near: ItemContext[] = [];
  const heavy: ItemContext[] = [];
  const count = { rows: 0, bytes: 0 };
  for (const id of ids) {
    const verdict = judged.get(id);
    const why = refusal(kind, verdict, target);
    if (why || !verdict || verdict instanceof Failure) {
      refused.set(id, why ?? new Failure('FILE_NOT_FOUND'));
      continue;
    }
    const { rows, bytes } = await countRows(deps, kind, caller, verdict.place, target, input);
    if (rows === 0) near.push(verdict.place);
    else heavy.push(verdict.place);
    count.rows += rows;
    count.bytes += bytes;
  }

  if (count.rows > limits.rowsPerTask) throw new Failure('TOO_MANY_ITEMS', { limit: limits.rowsPerTask });
  const asTask = count.rows > limits.rowsPerCall;
  // A task would read with the permissions of its owner, and a visitor is nobody's owner.
  if (asTask && caller.visitor) throw new Failure('TOO_MANY_ITEMS', { limit: limits.rowsPerCall });
  const placed = new Map<InstanceId, Placed>();
  let busy: Failure | null = null;
  for (const place of asTask ? near : [...near, ...heavy]) {
    // After waiting for a lock in vain once, the call does not wait again for each of the other items.
    if (busy) {
      refused.set(place.instanceId, busy);
      continue;
    }
    try {
      placed.set(
        place.instanceId,
        await placeOne(deps, kind, caller, { place, target, caller: writer, onConflict, onFileConflict, releases: deps.releases }),
      );
    } catch (error) {
      const why = asRefusal(error);
      refused.set(place.instanceId, why);
      if (why.code === 'CHANGING_HERE') busy = why;
    }
  }
  const taskId = asTask ? await startTask(deps, kind, input, context, { items: heavy, target, ...count }) : null;
  const placedIds = [...placed.values()].map(({ id }) => id);
  const [shown, marks] = await Promise.all([
    authoriseEach(database, writer, placedIds, 'list'),
    marksOf(database, writer.userId, placedIds),
  ]);
  return ids.map((instanceId): PlacedItem => {
    const why = refused.get(instanceId);
    if (why) return failedItem(instanceId, why.code, language, why.details);
    const one = placed.get(instanceId);
    if (one === undefined) return { instanceId, done: true, taskId: taskId! };
    if (one.stayed > 0) return failedItem(instanceId, 'MERGE_INCOMPLETE', language, { n: one.stayed });
    const verdict = shown.get(one.id);
    // In a folder that they may only add to, the caller does not see what others created.
    return verdict === undefined || verdict instanceof Failure
      ? { instanceId, done: true }
      : { instanceId, done: true, instance: presentItem(verdict, marks.get(one.id)) };
  });
}

/** No rows means a move within a space, which changes only a few. */
async function countRows(
  { database }: PlacingDeps,
  kind: PlacingKind,
  caller: Caller,
  place: ItemContext,
  target: ItemContext,
  { onConflict, onFileConflict }: PlaceInput,
): Promise<{ rows: number; bytes: number }> {
  if (kind === 'move' && place.spaceId === target.spaceId) {
    const merge = onConflict === 'merge' ? await countMerge(database, place, target, onFileConflict) : null;
    return merge ?? { rows: 0, bytes: 0 };
  }
  const { rows, bytes, versionBytes } = await countVisible(database, caller, place, neededFor(kind, caller));
  return { rows, bytes: kind === 'copy' ? bytes : versionBytes };
}

async function startTask(
  { database, wake }: PlacingDeps,
  kind: PlacingKind,
  input: PlaceInput,
  { caller }: UserContext,
  { items, target, rows, bytes }: { items: readonly ItemContext[]; target: ItemContext; rows: number; bytes: number },
): Promise<string> {
  const taskId = await createTask(database, placingTasks[kind], {
    ownerId: caller.userId,
    input: { ...input, instanceIds: items.map((place) => place.instanceId), itemName: items[0]!.name, targetName: target.name },
    total: rows,
    reserve: { spaceId: target.spaceId, bytes },
  });
  wake('work on tasks');
  return taskId;
}
