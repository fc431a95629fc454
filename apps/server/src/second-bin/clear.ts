/** Empties the bin as a task: it marks entries batch by batch, and the job deletes them. Canceling it leaves the marks that were made. */
import { z } from 'zod';
import { calls } from '@alcove/contract';
import type { RequestOf } from '@alcove/contract';
import { enterAs, factsOfTask } from '../audit/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { createTask, taskKind } from '../tasks/index.ts';
import type { TaskKind, TaskKindOf, TaskRun } from '../tasks/index.ts';
import type { SecondBinDeps } from './deps.ts';
import { findNext, setMarked, timeNow } from './mark-queries.ts';
import { countEntries } from './page-queries.ts';
import { isStillActive } from './restore-queries.ts';
import { requireStill } from './right.ts';

const batchRows = 500;
/** Of more entries, the progress shows only that many. */
const mostCounted = 100_000;

const input = z.object({
  filter: z.object({
    keyword: z.string().optional(),
    spaceId: z.string().optional(),
    deletedBy: z.string().optional(),
    from: z.string().optional(),
    to: z.string().optional(),
  }),
  /** What comes into the bin later stays. */
  before: z.string(),
});
const outcome = z.object({ deletedAt: z.string(), id: z.string(), marked: z.number().int() });
type Clearing = z.output<typeof input>;
type Batch = z.output<typeof outcome>;

const clearingTask: TaskKindOf<Clearing, Batch> = {
  name: 'secondBinClearing',
  input,
  outcome,
  describe: (_input, outcomes) => ({ kind: 'secondBinClearing', marked: outcomes.reduce((sum, { marked }) => sum + marked, 0) }),
};

/** Throws TASKS_TOO_MANY. */
export async function startClearing(
  { database, wake }: SecondBinDeps,
  filter: RequestOf<typeof calls.adminRecycle.clear>,
  { caller }: UserContext,
): Promise<{ taskId: string }> {
  const taskId = await database.transaction().execute(async (transaction) => {
    await requireStill(transaction, caller.userId, 'secondBin.remove');
    const total = await countEntries(transaction, filter, mostCounted);
    return createTask(transaction, clearingTask, {
      ownerId: caller.userId,
      input: { filter, before: await timeNow(transaction) },
      total,
    });
  });
  wake('work on tasks');
  return { taskId };
}

export const taskKinds = (deps: SecondBinDeps): TaskKind[] => [taskKind(clearingTask, (run) => clearSecondBin(deps, run))];

/** Throws NOT_ALLOWED or USER_FROZEN as soon as its owner may not delete for good anymore. */
async function clearSecondBin({ database, serviceConfig, wake }: SecondBinDeps, run: TaskRun<Clearing, Batch>): Promise<void> {
  const { filter, before } = run.input;
  const { secondBinMarkedHours: hours } = await serviceConfig();
  let after: Batch | undefined = run.outcomes.at(-1);
  for (let index = run.outcomes.length; ; index += 1) {
    run.begin(index);
    const next = await database.transaction().execute(async (transaction) => {
      const { ids, until } = await findNext(transaction, filter, { before, after, most: batchRows });
      const marked = await setMarked(transaction, ids, { userId: run.ownerId, hours });
      await requireStill(transaction, run.ownerId, 'secondBin.remove');
      if (!(await isStillActive(transaction, run.ownerId))) throw new Failure('USER_FROZEN');
      if (!until) return undefined;
      await enterAs(
        transaction,
        factsOfTask(calls.adminRecycle.clear, run.ownerId),
        marked.map((id) => ({ kind: 'binEntry', id })),
      );
      await run.advance(ids.length);
      const batch = { ...until, marked: marked.length };
      await run.finish(transaction, index, batch);
      return batch;
    });
    if (!next) break;
    after = next;
    wake('empty the second bin');
  }
}
