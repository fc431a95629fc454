/** Statements of the process that works on a task. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { SpaceId, TaskState } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { changeQuota, fitsQuota } from '../spaces/index.ts';
import type { Failure } from '../http/index.ts';

/** Tasks of these kinds that have not ended, the oldest first, whether a process works on them or not. */
export async function findOpenTasks(database: Kysely<Tables>, kinds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from task where state in ('waiting', 'running') and kind = any(${kinds}::text[]) order by created_at limit 50`.execute(
    database,
  );
  return rows.map(({ id }) => id);
}

/** The number rises with each process that takes the task. What an earlier one still tries is refused. */
export interface Attempt {
  taskId: string;
  number: number;
}

export interface StartedTask {
  owner_id: string;
  kind: string;
  input: unknown;
  /** Including this one. */
  attempts: number;
  outcomes: unknown[];
  /** In the unit of its total, including interrupted attempts. */
  done: number;
}

/** Undefined if the task has ended. */
export async function startTask(database: Kysely<Tables>, taskId: string): Promise<StartedTask | undefined> {
  const { rows } = await sql<StartedTask>`
    update task set state = 'running', attempts = attempts + 1 where id = ${taskId} and state in ('waiting', 'running')
    returning owner_id, kind, input, attempts, outcomes, done`.execute(database);
  return rows[0];
}

/** As if this attempt had not been. */
export async function takeBack(database: Kysely<Tables>, { taskId, number }: Attempt): Promise<void> {
  await database
    .updateTable('task')
    .set({ attempts: number - 1 })
    .where('id', '=', taskId)
    .where('attempts', '=', number)
    .execute();
}

/** Whether what an attempt reports was stored. */
export type Noted = 'noted' | 'cancelled' | 'overtaken';

export async function setDone(database: Kysely<Tables>, { taskId, number }: Attempt, done: number): Promise<Noted> {
  const row = await database
    .updateTable('task')
    .set({ done })
    .where('id', '=', taskId)
    .where('attempts', '=', number)
    .returning('cancel_asked')
    .executeTakeFirst();
  return row ? (row.cancel_asked ? 'cancelled' : 'noted') : 'overtaken';
}

/** Charges quota to a space, first from what the task has reserved there. False if the rest exceeds the quota. */
export async function chargeReserved(transaction: Transaction<Tables>, taskId: string, spaceId: SpaceId, bytes: number): Promise<boolean> {
  const { rows } = await sql<{ held: number }>`
    with asked as (select id, case when space_id = ${spaceId} then least(reserved_bytes, ${bytes}::bigint) else 0 end as held from task where id = ${taskId} for update),
      freed as (update task set reserved_bytes = reserved_bytes - held from asked where task.id = asked.id)
    ${changeQuota({ spaceId, used: bytes, reserved: sql`-held`, from: sql`asked`, where: fitsQuota(sql`(${bytes}::bigint - held)`) })}
    returning held`.execute(transaction);
  return rows.length === 1;
}

/** `index`: of the item that has this outcome. */
export async function addOutcome(
  transaction: Transaction<Tables>,
  { taskId, number }: Attempt,
  { index, outcome, done }: { index: number; outcome: unknown; done: number },
): Promise<Noted> {
  const { rows } = await sql`
    update task set outcomes = outcomes || ${JSON.stringify([outcome])}::jsonb, done = ${done}
    where id = ${taskId} and attempts = ${number} and jsonb_array_length(outcomes) = ${index} and not cancel_asked returning id`.execute(
    transaction,
  );
  if (rows.length > 0) return 'noted';
  const task = await transaction.selectFrom('task').select(['attempts', 'cancel_asked']).where('id', '=', taskId).executeTakeFirst();
  return task?.attempts === number && task.cancel_asked ? 'cancelled' : 'overtaken';
}

/** Ends a task and releases what is still reserved for it. Returns its owner; nobody if another attempt goes on with the task, or it is gone. */
export async function setEnded(
  transaction: Transaction<Tables>,
  { taskId, number }: Attempt,
  state: TaskState,
  error: Failure | null,
): Promise<string[]> {
  const { rows } = await sql<{ owner_id: string }>`
    with ended as (select id, space_id, reserved_bytes, owner_id from task where id = ${taskId} and attempts = ${number} for update),
      freed as (${changeQuota({ spaceId: sql`ended.space_id`, reserved: sql`-ended.reserved_bytes`, from: sql`ended` })})
    update task set state = ${state}, error = ${error?.code ?? null}, error_details = ${JSON.stringify(error?.details ?? {})}::jsonb, reserved_bytes = 0, ended_at = now() from ended where task.id = ended.id returning task.owner_id`.execute(
    transaction,
  );
  return rows.map((row) => row.owner_id);
}
