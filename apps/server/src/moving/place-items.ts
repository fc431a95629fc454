import { limits } from '@alcove/contract';
import type { PlacedItem, TaskKind } from '@alcove/contract';
import { failedItem, marksOf, openTarget, presentPlace } from '../files/index.ts';
import { Failure, through } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { authoriseEach } from '../permission/index.ts';
import type { Place } from '../permission/index.ts';
import { createTask } from '../tasks/index.ts';
import type { MovingDeps, PlaceInput } from './deps.ts';
import { asRefusal, placeOne, refusal } from './place-one.ts';
import { countVisible } from './weigh.ts';

export interface PlacingDeps extends MovingDeps {
  /** A task was made. */
  wakeTasks: () => void;
}

/** What a task needs besides what it shows. */
export interface PlacingTask extends PlaceInput {
  itemName: string;
  targetName: string;
}

/** The target is reached by its own share, or by what the caller has anyway. */
export function targetCaller(caller: Caller, { targetSharingId }: Pick<PlaceInput, 'targetSharingId'>): Caller {
  const own = { ...caller };
  delete own.fileSharingId;
  return through(own, { fileSharingId: targetSharingId });
}

/**
 * Moves or copies: each item succeeds or fails on its own. What changes one row, or few, is done here; what would take long becomes one
 * task. Throws FILE_NOT_FOUND, NOT_ALLOWED, NOT_A_FOLDER for the target, TASKS_TOO_MANY, SPACE_NOT_ENOUGH for the task.
 */
export async function placeItems(deps: PlacingDeps, kind: TaskKind, input: PlaceInput, context: UserContext): Promise<PlacedItem[]> {
  const { database } = deps;
  const { caller, language } = context;
  const writer = targetCaller(caller, input);
  const { place: target } = await openTarget(database, writer, input.targetParentId);
  const ids = [...new Set(input.instanceIds)];
  const judged = await authoriseEach(database, caller, ids, kind);
  const refused = new Map<string, Failure>();
  const near: Place[] = [];
  const far: Place[] = [];
  for (const id of ids) {
    const verdict = judged.get(id);
    const why = refusal(kind, verdict, target);
    if (why || !verdict || verdict instanceof Failure) refused.set(id, why ?? new Failure('FILE_NOT_FOUND'));
    else (kind === 'move' && verdict.place.spaceId === target.spaceId ? near : far).push(verdict.place);
  }

  const weight = await weigh(deps, kind, caller, far);
  if (weight.rows > limits.rowsPerTask) throw new Failure('TOO_MANY_ITEMS', { limit: limits.rowsPerTask });
  const asTask = weight.rows > limits.rowsPerCall;
  const placed = new Map<string, string>();
  let busy: Failure | null = null;
  for (const place of asTask ? near : [...near, ...far]) {
    // Who waited for one in vain does not wait for each of the others.
    if (busy) {
      refused.set(place.instanceId, busy);
      continue;
    }
    try {
      placed.set(place.instanceId, await placeOne(deps, kind, caller, { place, target, onConflict: input.onConflict, caller: writer }));
    } catch (error) {
      const why = asRefusal(error);
      refused.set(place.instanceId, why);
      if (why.code === 'CHANGING_HERE') busy = why;
    }
  }
  const taskId = asTask ? await startTask(deps, kind, input, context, { far, target, ...weight }) : null;
  const placedIds = [...placed.values()];
  const [shown, marks] = await Promise.all([
    authoriseEach(database, writer, placedIds, 'list'),
    marksOf(database, caller.userId, placedIds),
  ]);
  return ids.map((instanceId): PlacedItem => {
    const why = refused.get(instanceId);
    if (why) return failedItem(instanceId, why.code, language, why.details);
    const placedId = placed.get(instanceId);
    if (placedId === undefined) return { instanceId, done: true, taskId: taskId! };
    const verdict = shown.get(placedId);
    // Who may only add to a folder does not see there what others made.
    return verdict === undefined || verdict instanceof Failure
      ? { instanceId, done: true }
      : { instanceId, done: true, instance: presentPlace(verdict, marks.get(placedId)) };
  });
}

async function weigh(
  { database }: PlacingDeps,
  kind: TaskKind,
  caller: Caller,
  places: readonly Place[],
): Promise<{ rows: number; bytes: number }> {
  let [rows, bytes] = [0, 0];
  for (const place of places) {
    const weight = await countVisible(database, caller, place, kind);
    rows += weight.rows;
    bytes += kind === 'copy' ? weight.bytes : weight.versionBytes;
  }
  return { rows, bytes };
}

async function startTask(
  { database, wakeTasks }: PlacingDeps,
  kind: TaskKind,
  input: PlaceInput,
  { caller }: UserContext,
  { far, target, rows, bytes }: { far: readonly Place[]; target: Place; rows: number; bytes: number },
): Promise<string> {
  const task: PlacingTask = {
    ...input,
    instanceIds: far.map((place) => place.instanceId),
    itemName: far[0]!.name,
    targetName: target.name,
  };
  const taskId = await createTask(database, { ownerId: caller.userId, kind, input: task, total: rows, spaceId: target.spaceId, bytes });
  wakeTasks();
  return taskId;
}
