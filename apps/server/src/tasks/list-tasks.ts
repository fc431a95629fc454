import type { Kysely } from 'kysely';
import { failureText } from '@alcove/contract';
import type { Language, Task, TaskWords } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import type { TaskKinds } from './task-kind.ts';
import { askToCancel, findOpenTask, findTasks, isOpen } from './task-queries.ts';
import type { TaskRow } from './task-queries.ts';

export interface ListDeps {
  database: Kysely<Tables>;
  taskKinds: TaskKinds;
}

export async function listTasks({ database, taskKinds }: ListDeps, { caller, language }: UserContext): Promise<Task[]> {
  const rows = await findTasks(database, caller.userId);
  return rows.map((row) => ({
    taskId: row.id,
    state: row.state,
    // Work of an interrupted attempt counts twice.
    done: Math.min(row.done, row.total),
    total: row.total,
    createTime: row.created_at.toISOString(),
    endTime: row.ended_at?.toISOString() ?? null,
    error: row.error && failureText(row.error, language, row.error_details),
    ...wordsOf(taskKinds, row, language),
  }));
}

/** Never fails on a task of another release. */
function wordsOf(taskKinds: TaskKinds, task: TaskRow, language: Language): TaskWords {
  try {
    return taskKinds.get(task.kind)?.describe(task, language) ?? { kind: 'other' };
  } catch (error) {
    if (error instanceof Failure && error.code === 'TASK_UNREADABLE') return { kind: 'other' };
    throw error;
  }
}

/**
 * Cancels a task: it ends at the next step of the process that works on it. Throws TASK_NOT_FOUND if it has ended or is not the caller's,
 * TASK_PAST_CANCELING if what it has done cannot be left half done.
 */
export async function cancelTask({ database, taskKinds }: ListDeps, taskId: string, { caller }: UserContext): Promise<null> {
  const task = await findOpenTask(database, taskId, caller.userId);
  if (!task) throw new Failure('TASK_NOT_FOUND');
  const below = taskKinds.get(task.kind)?.pointOfNoReturn(task) ?? null;
  if (await askToCancel(database, taskId, below)) return null;
  throw new Failure((await isOpen(database, taskId)) ? 'TASK_PAST_CANCELING' : 'TASK_NOT_FOUND');
}
