import { calls, failures } from '@alcove/contract';
import type { PlacingKind } from '@alcove/contract';
import { enterAs, factsOfTask } from '../audit/index.ts';
import { openTarget } from '../files/index.ts';
import { classify, isNotNow, through } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { authorise } from '../permission/index.ts';
import { callerOfTask, taskKind } from '../tasks/index.ts';
import type { TaskKind, TaskRun } from '../tasks/index.ts';
import type { MoveDeps } from './deps.ts';
import { refusal } from './may-place.ts';
import { targetCaller } from './place-items.ts';
import { asRefusal, placeOne } from './place-one.ts';
import { placingTasks } from './task-kinds.ts';
import type { PlacingInput, PlacingOutcome } from './task-kinds.ts';

type PlacingRun = TaskRun<PlacingInput, PlacingOutcome>;

export const taskKinds = (deps: MoveDeps): TaskKind[] => [
  taskKind(placingTasks.move, (run) => placeTask(deps, 'move', run)),
  taskKind(placingTasks.copy, (run) => placeTask(deps, 'copy', run)),
];

/** Does what the call does, item by item. Permissions are checked when the item's turn comes. */
async function placeTask(deps: MoveDeps, kind: PlacingKind, run: PlacingRun): Promise<void> {
  const caller = through(await callerOfTask(deps.database, run.ownerId), run.input);
  const facts = factsOfTask(calls.instance[kind], run.ownerId);
  for (const [index, instanceId] of run.input.instanceIds.entries()) {
    if (index < run.outcomes.length) continue;
    try {
      await retryWhileChanging(run, () => placeNext(deps, kind, caller, run, index));
    } catch (error) {
      if (isNotNow(error)) throw error; // nothing was done for this item: the task is retried later
      const { code, details } = asRefusal(error);
      await deps.database.transaction().execute(async (transaction) => {
        await enterAs(transaction, facts, [{ kind: 'item', id: instanceId, result: failures[code].errcode }]);
        await run.finish(transaction, index, { instanceId, done: false, code, details });
      });
    }
  }
}

/** Retries while another large move holds the lock. That move ends some time, and canceling the task ends the wait. */
async function retryWhileChanging(run: PlacingRun, work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (classify(error).code !== 'CHANGING_HERE') throw error;
      await run.advance(0);
    }
  }
}

async function placeNext(deps: MoveDeps, kind: PlacingKind, caller: Caller, run: PlacingRun, index: number): Promise<void> {
  const { input } = run;
  const instanceId = input.instanceIds[index]!;
  await run.advance(0);
  const writer = targetCaller(caller, input);
  const { place: target } = await openTarget(deps.database, writer, input.targetParentId);
  const verdict = await authorise(deps.database, caller, instanceId, kind);
  const why = refusal(kind, verdict, target);
  if (why) throw why;
  await placeOne(
    deps,
    kind,
    caller,
    { place: verdict.place, target, caller: writer, onConflict: input.onConflict, onFileConflict: input.onFileConflict },
    {
      begin: () => run.begin(index),
      advance: run.advance,
      charge: run.charge,
      finish: async (transaction, stayed) => {
        const result = stayed > 0 ? failures.MERGE_INCOMPLETE.errcode : 0;
        const detail = { targetParentId: input.targetParentId };
        await enterAs(transaction, factsOfTask(calls.instance[kind], run.ownerId), [{ kind: 'item', id: instanceId, result, detail }]);
        await run.finish(
          transaction,
          index,
          stayed > 0 ? { instanceId, done: false, code: 'MERGE_INCOMPLETE', details: { n: stayed } } : { instanceId, done: true },
        );
      },
    },
  );
}
