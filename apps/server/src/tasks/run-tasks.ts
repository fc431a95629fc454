/**
 * Tasks are rows, and the rows are the queue (docs/decisions/0030). Whoever has a task's advisory lock works on it. If a process is killed,
 * its connection closes: the lock is released, and what was not committed is rolled back. Another process then resumes the task after its
 * last finished item.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { TaskState } from '@alcove/contract';
import type { Tables, WithLock } from '../database/index.ts';
import { publish } from '../live-updates/index.ts';
import { Failure, isNotNow } from '../http/index.ts';
import type { TaskDeps } from './deps.ts';
import { addOutcome, chargeReserved, findOpenTasks, setDone, setEnded, startTask, takeBack } from './run-queries.ts';
import type { Attempt, Noted, StartedTask } from './run-queries.ts';
import type { TaskSteps } from './task-kind.ts';

/** A task that ended its process this many times is not resumed. */
const mostAttempts = 3;
const reportEveryMs = 500;

class Cancelled extends Error {}
class Stopped extends Error {}
/** This attempt lost the task's lock, and another one has taken the task. */
class Overtaken extends Error {}

/** Works on the first task of a known kind that nobody else works on. Returns 1, or 0 if there is none. */
export async function runNext(deps: TaskDeps, stopping: AbortSignal): Promise<number> {
  for (const id of await findOpenTasks(deps.database, [...deps.taskKinds.keys()])) {
    if (stopping.aborted) return 0;
    if (await deps.locks.whileLocked(`task ${id}`, (withLock) => runOne(deps, withLock, id, stopping))) return 1;
  }
  return 0;
}

async function runOne({ database, logger, taskKinds }: TaskDeps, withLock: WithLock, id: string, stopping: AbortSignal): Promise<boolean> {
  const task = await startTask(database, id);
  if (!task) return false;
  const attempt = { taskId: id, number: task.attempts };
  const end = (state: TaskState, error: Failure | null = null): Promise<void> => endTask(database, attempt, state, error);
  if (task.attempts > mostAttempts) {
    await end('failed', new Failure('SERVER_ERROR'));
    return true;
  }
  try {
    await taskKinds.get(task.kind)!.work(task, stepsOf(withLock, attempt, task, stopping));
    await end('done');
  } catch (error) {
    if (error instanceof Cancelled) await end('cancelled');
    else if (error instanceof Stopped) await takeBack(database, attempt);
    else if (error instanceof Overtaken) logger.warn({ task: id }, 'task taken over');
    else if (isNotNow(error)) {
      // Its connection broke, or others have locked what it needs. It is resumed after its last finished item.
      logger.warn({ err: error, task: id }, 'task interrupted');
      await sleep(1000);
    } else if (error instanceof Failure) {
      if (error.cause) logger.warn({ err: error.cause, task: id, failure: error.code }, 'task failed');
      await end('failed', error);
    } else {
      logger.error({ err: error, task: id }, 'task failed');
      await end('failed', new Failure('SERVER_ERROR'));
    }
  }
  return true;
}

function stepsOf(withLock: WithLock, attempt: Attempt, task: StartedTask, stopping: AbortSignal): TaskSteps<unknown> {
  let [done, reportedAt] = [task.done, 0];
  let item = { index: task.outcomes.length, doneBefore: done };
  // The task may be within a transaction. If it waited for one more connection then, all could wait for each other.
  const report = async (): Promise<void> => {
    reportedAt = performance.now();
    const noted = await withLock(async (connection) => {
      const isNoted = await setDone(connection, attempt, done);
      await publish(connection, [{ to: [task.owner_id], event: 'tasksChanged' }]);
      return isNoted;
    });
    requireNoted(noted);
  };
  return {
    taskId: attempt.taskId,
    ownerId: task.owner_id,
    begin(index) {
      if (index === item.index) done = item.doneBefore;
      else item = { index, doneBefore: done };
    },
    async advance(rows) {
      if (stopping.aborted) throw new Stopped();
      done += rows;
      if (performance.now() - reportedAt >= reportEveryMs) await report();
    },
    charge: (transaction, spaceId, bytes) => chargeReserved(transaction, attempt.taskId, spaceId, bytes),
    async finish(transaction, index, outcome) {
      requireNoted(await addOutcome(transaction, attempt, { index, outcome, done }));
    },
  };
}

function requireNoted(noted: Noted): void {
  if (noted === 'cancelled') throw new Cancelled();
  if (noted === 'overtaken') throw new Overtaken();
}

/** Also releases what is still reserved for the task. */
async function endTask(database: Kysely<Tables>, attempt: Attempt, state: TaskState, error: Failure | null): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const owners = await setEnded(transaction, attempt, state, error);
    await publish(transaction, [{ to: owners, event: 'tasksChanged' }]);
  });
}
