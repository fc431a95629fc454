import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { failureText } from '@alcove/contract';
import type { FailureCode, Task, TaskKind, TaskState } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { failedItem } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import type { StoredOutcome, TaskInput } from './deps.ts';

interface TaskRow {
  id: string;
  kind: TaskKind;
  state: TaskState;
  input: TaskInput;
  done: number;
  total: number;
  outcomes: StoredOutcome[];
  error: FailureCode | null;
  created_at: Date;
  ended_at: Date | null;
}

export async function listTasks(database: Kysely<Tables>, { caller, language }: UserContext): Promise<Task[]> {
  const { rows } = await sql<TaskRow>`
    select id, kind, state, input, done, total, outcomes, error, created_at, ended_at from task
    where owner_id = ${caller.userId} and (ended_at is null or ended_at > now() - interval '10 minutes') order by created_at desc limit 50`.execute(
    database,
  );
  return rows.map((row) => ({
    taskId: row.id,
    kind: row.kind,
    state: row.state,
    itemName: row.input.itemName,
    items: row.input.instanceIds.length,
    targetName: row.input.targetName,
    targetParentId: row.input.targetParentId,
    // What a try that was cut short had done counts twice.
    done: Math.min(row.done, row.total),
    total: row.total,
    createTime: row.created_at.toISOString(),
    endTime: row.ended_at?.toISOString() ?? null,
    error: row.error && failureText(row.error, language),
    failed: row.outcomes.flatMap((one) => (one.done ? [] : [failedItem(one.instanceId, one.code, language, one.details)])),
  }));
}

/** It ends at the next step of whoever works on it. Throws TASK_NOT_FOUND for one that has ended, or is not the caller's. */
export async function cancelTask(database: Kysely<Tables>, taskId: string, { caller }: UserContext): Promise<null> {
  const { rows } = await sql`
    update task set cancel_asked = true where id = ${taskId} and owner_id = ${caller.userId} and state in ('waiting', 'running') returning id`.execute(
    database,
  );
  if (rows.length === 0) throw new Failure('TASK_NOT_FOUND');
  return null;
}
