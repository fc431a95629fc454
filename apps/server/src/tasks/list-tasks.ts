import type { Kysely } from 'kysely';
import { failureText } from '@alcove/contract';
import type { Task } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { failedItem } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { askToCancel, findTasks } from './task-queries.ts';

export async function listTasks(database: Kysely<Tables>, { caller, language }: UserContext): Promise<Task[]> {
  const rows = await findTasks(database, caller.userId);
  return rows.map((row) => ({
    taskId: row.id,
    kind: row.kind,
    state: row.state,
    itemName: row.input.itemName,
    items: row.input.instanceIds.length,
    targetName: row.input.targetName,
    targetParentId: row.input.targetParentId,
    // Work of an interrupted attempt counts twice.
    done: Math.min(row.done, row.total),
    total: row.total,
    createTime: row.created_at.toISOString(),
    endTime: row.ended_at?.toISOString() ?? null,
    error: row.error && failureText(row.error, language),
    failed: row.outcomes.flatMap((one) => (one.done ? [] : [failedItem(one.instanceId, one.code, language, one.details)])),
  }));
}

/**
 * Cancels a task: it ends at the next step of the process that works on it. Throws TASK_NOT_FOUND if it has ended or is not the caller's.
 */
export async function cancelTask(database: Kysely<Tables>, taskId: string, { caller }: UserContext): Promise<null> {
  if (!(await askToCancel(database, taskId, caller.userId))) throw new Failure('TASK_NOT_FOUND');
  return null;
}
