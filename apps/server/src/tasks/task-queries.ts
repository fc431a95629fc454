import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { FailureCode, SpaceId, TaskState } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';

/** Nobody else can create a task for this person until the transaction ends. */
export async function lockTasksOf(transaction: Transaction<Tables>, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tasks ${ownerId}`}, 0))`.execute(transaction);
}

/** Counts the tasks of a person that are waiting or running. */
export async function countOpenTasks(transaction: Transaction<Tables>, ownerId: string): Promise<number> {
  const { open } = await transaction
    .selectFrom('task')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('owner_id', '=', ownerId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return open;
}

/** The caller reserves the quota. Returns the task's id. */
export async function insertTask(
  transaction: Transaction<Tables>,
  task: { ownerId: string; kind: string; input: unknown; total: number; reserve: { spaceId: SpaceId; bytes: number } | undefined },
): Promise<string> {
  const id = newId();
  await transaction
    .insertInto('task')
    .values({
      id,
      owner_id: task.ownerId,
      kind: task.kind,
      input: JSON.stringify(task.input),
      total: task.total,
      space_id: task.reserve?.spaceId ?? null,
      reserved_bytes: task.reserve?.bytes ?? 0,
    })
    .execute();
  return id;
}

export interface TaskRow {
  id: string;
  kind: string;
  state: TaskState;
  input: unknown;
  done: number;
  total: number;
  outcomes: unknown[];
  error: FailureCode | null;
  error_details: Record<string, string | number>;
  created_at: Date;
  ended_at: Date | null;
}

/** Newest first: tasks that have not ended, and those that ended in the last ten minutes. */
export async function findTasks(database: Kysely<Tables>, ownerId: string): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select id, kind, state, input, done, total, outcomes, error, error_details, created_at, ended_at from task
    where owner_id = ${ownerId} and (ended_at is null or ended_at > now() - interval '10 minutes') order by created_at desc limit 50`.execute(
    database,
  );
  return rows;
}

/** Whether a task is waiting or running. */
export async function isOpen(database: Kysely<Tables>, taskId: string): Promise<boolean> {
  const { rows } = await sql`select from task where id = ${taskId} and state in ('waiting', 'running')`.execute(database);
  return rows.length > 0;
}

/** A person's task that has not ended. */
export async function findOpenTask(
  database: Kysely<Tables>,
  taskId: string,
  ownerId: string,
): Promise<Pick<TaskRow, 'kind' | 'input' | 'outcomes'> | undefined> {
  return database
    .selectFrom('task')
    .select(['kind', 'input', 'outcomes'])
    .where('id', '=', taskId)
    .where('owner_id', '=', ownerId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
}

/** `below`: only if fewer items are finished. False if the task has ended, or has gone beyond that. */
export async function askToCancel(database: Kysely<Tables>, taskId: string, below: number | null): Promise<boolean> {
  const { rows } = await sql`
    update task set cancel_asked = true where id = ${taskId} and state in ('waiting', 'running')
      and (${below}::int is null or jsonb_array_length(outcomes) < ${below}::int) returning id`.execute(database);
  return rows.length > 0;
}

/** Asks to cancel the tasks of a person that run. Returns how many do. */
export async function askToCancelRunning(transaction: Transaction<Tables>, ownerId: string): Promise<number> {
  const { rows } = await sql`
    update task set cancel_asked = true where owner_id = ${ownerId} and state = 'running' and not cancel_asked returning id`.execute(
    transaction,
  );
  return rows.length;
}

/** Cancels the tasks of a person that nobody works on yet. Returns the quota that each had reserved, which the caller releases. */
export async function cancelWaiting(
  transaction: Transaction<Tables>,
  ownerId: string,
): Promise<{ space_id: SpaceId | null; reserved_bytes: number }[]> {
  const { rows } = await sql<{ space_id: SpaceId | null; reserved_bytes: number }>`
    with waiting as (select id, space_id, reserved_bytes from task where owner_id = ${ownerId} and state = 'waiting' order by id for update),
      ended as (update task set state = 'cancelled', reserved_bytes = 0, ended_at = now() from waiting where task.id = waiting.id)
    select space_id, reserved_bytes from waiting`.execute(transaction);
  return rows;
}

/** Deletes tasks one day after they ended. Returns 0: no further run is needed. */
export async function removeEndedTasks(database: Kysely<Tables>): Promise<0> {
  await sql`delete from task where ended_at < now() - interval '1 day'`.execute(database);
  return 0;
}
