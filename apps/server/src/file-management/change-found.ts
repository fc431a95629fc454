/** Everything that a filter finds is changed as a task: item by item, as the calls for a few items do. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { calls, failures, limits, managedDeeds, sensitivities } from '@alcove/contract';
import type { FailureCode, RequestOf } from '@alcove/contract';
import { z } from 'zod';
import { enterAs, factsOfTask } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { classify, Failure, isNotNow, refusal } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { callerOfTask, createTask, taskKind } from '../tasks/index.ts';
import type { TaskKind, TaskKindOf, TaskRun } from '../tasks/index.ts';
import { deedOf, doTo, personOf, tellOf } from './deeds.ts';
import type { FileManagementDeps } from './deps.ts';
import { findItemsOf, insertItems, setItemDone, takeItem, takeUntold } from './found-task-queries.ts';
import type { ListedItem } from './found-task-queries.ts';
import { nameOnly } from './found-queries.ts';
import { findAll } from './page.ts';
import { findManaged, requireStill } from './right.ts';

const batchItems = 20;
/** Of more refusals only these are listed; the log has all. */
const mostListed = 100;

const input = z.object({
  deed: z.enum(managedDeeds),
  sensitivity: z.enum(sensitivities).optional(),
  /** Whoever began it. */
  by: z.object({ userId: z.string(), name: z.string() }),
});
const code = z.custom<FailureCode>((value) => Object.hasOwn(failures, String(value)));
const outcome = z.object({ changed: z.number().int(), refused: z.array(z.object({ name: z.string(), code })) });
type Change = z.output<typeof input>;
type Batch = z.output<typeof outcome>;
type Run = TaskRun<Change, Batch>;

const changingTask: TaskKindOf<Change, Batch> = {
  name: 'managedFiles',
  input,
  outcome,
  describe({ deed }, outcomes, language) {
    const refused = outcomes.flatMap((batch) => batch.refused);
    const refusals = refused.slice(0, mostListed).map(({ name, code: why }) => ({ instanceName: name, ...refusal(why, language) }));
    return {
      kind: 'managedFiles',
      deed,
      changed: outcomes.reduce((sum, { changed }) => sum + changed, 0),
      refused: refused.length,
      refusals,
    };
  },
};

/** Throws FOUND_TOO_MANY if it finds more than a task may change, or too much to look through; TASKS_TOO_MANY. */
export async function startChanging(
  { database, wake }: FileManagementDeps,
  { deed, sensitivity, filter }: RequestOf<typeof calls.adminFile.changeFound>,
  { caller }: UserContext,
): Promise<{ taskId: string }> {
  const most = limits.filesChangedByTask;
  const { files, since } = await findAll(database, filter, nameOnly, most + 1);
  if (files.length > most || since !== null) throw new Failure('FOUND_TOO_MANY', { limit: most });
  const taskId = await database.transaction().execute(async (transaction) => {
    await requireStill(transaction, caller, 'files.view', deedOf(deed, sensitivity).needs);
    const id = await createTask(transaction, changingTask, {
      ownerId: caller.userId,
      input: { deed, ...(sensitivity && { sensitivity }), by: personOf(caller) },
      total: files.length,
    });
    await insertItems(transaction, id, files);
    return id;
  });
  wake('work on tasks');
  return { taskId };
}

export const taskKinds = (deps: FileManagementDeps): TaskKind[] => [taskKind(changingTask, (run) => changeFound(deps, run))];

/** Throws NOT_ALLOWED as soon as its owner may not do this any more, or not sign in. */
async function changeFound(deps: FileManagementDeps, run: Run): Promise<void> {
  try {
    for (let index = run.outcomes.length; await changeBatch(deps, run, index); index += 1);
  } finally {
    // Also of what was done before it was canceled or refused. A process that is killed here leaves it to the next attempt.
    await tellOwners(deps, run);
    deps.wake('count what went to the bins');
  }
}

/** False if there is none. */
async function changeBatch(deps: FileManagementDeps, run: Run, index: number): Promise<boolean> {
  const batch = () => findItemsOf(deps.database, run.taskId, { from: index * batchItems, most: batchItems });
  const items = await batch();
  if (items.length === 0) return false;
  run.begin(index);
  const caller = await callerOfTask(deps.database, run.ownerId);
  for (const item of items) {
    if (!item.done) await changeItem(deps, run, caller, item);
    await run.advance(1);
  }
  const done = await batch();
  const refused = done.flatMap(({ name, refusal: why }) => (why === null ? [] : [{ name, code: why }]));
  await deps.database
    .transaction()
    .execute((transaction) => run.finish(transaction, index, { changed: done.length - refused.length, refused }));
  return true;
}

/** Marked as done in the transaction that does it, so that a crash repeats nothing. */
async function changeItem(deps: FileManagementDeps, run: Run, caller: Caller, item: ListedItem): Promise<void> {
  const {
    taskId,
    input: { by: _by, ...asked },
  } = run;
  const { instanceId: id, place: at } = item;
  const facts = factsOfTask(calls.adminFile.changeFound, run.ownerId);
  const enter = (transaction: Transaction<Tables>, result: number) =>
    enterAs(transaction, facts, [{ kind: 'item', id, result, detail: asked }]);
  for (;;) {
    try {
      const place = (await findManaged(deps.database, caller, [id])).get(id);
      if (!place) throw new Failure('FILE_NOT_FOUND');
      await doTo(deps, deedOf(asked.deed, asked.sensitivity), place, caller, async (transaction, told) => {
        if (!(await takeItem(transaction, taskId, at))) throw new Failure('CHANGING_HERE');
        await enter(transaction, 0);
        await setItemDone(transaction, taskId, { place: at, ...told });
      });
      return;
    } catch (error) {
      const { code: why } = classify(error);
      if (isNotNow(error) || why === 'NOT_ALLOWED' || !(error instanceof Failure)) throw error;
      if (why === 'CHANGING_HERE') {
        await sleep(200);
        await run.advance(0);
        continue;
      }
      // What is below a folder that was deleted a moment ago went with it.
      const went = asked.deed === 'remove' && why === 'FILE_NOT_FOUND';
      await deps.database.transaction().execute(async (transaction) => {
        if (!(await takeItem(transaction, taskId, at))) return;
        if (!went) await enter(transaction, failures[why].errcode);
        await setItemDone(transaction, taskId, { place: at, refusal: went ? null : why });
      });
      return;
    }
  }
}

/** Of what nobody was told of yet. */
const tellOwners = ({ database }: FileManagementDeps, { taskId, input: { by, deed, sensitivity } }: Run): Promise<void> =>
  database
    .transaction()
    .execute(async (transaction) => tellOf(transaction, deedOf(deed, sensitivity), by, await takeUntold(transaction, taskId)));
