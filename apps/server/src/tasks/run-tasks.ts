/**
 * Tasks are rows, and the rows are the queue (docs/decisions/0030): whoever holds a task's advisory lock works on it. A process
 * that is killed loses its connection and with it the lock, and what it had not committed; another then takes the task up where its
 * last finished item left it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { FailureCode, TaskState } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { publish } from '../live-updates/index.ts';
import { Failure, isNotNow } from '../http/index.ts';
import { changeQuota, fitsQuota } from '../spaces/index.ts';
import type { TaskDeps, TaskInput, TaskRun } from './deps.ts';

/** A task that ended its process so often is not taken up again. */
const mostAttempts = 3;
const tellEveryMs = 500;

class Cancelled extends Error {}
class Stopped extends Error {}

/** Works on the first task that nobody works on. Answers 1, or 0 when there is none. */
export async function runNext(deps: TaskDeps, stopping: AbortSignal): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from task where state in ('waiting', 'running') order by created_at limit 50`.execute(deps.database);
  for (const { id } of rows) {
    if (stopping.aborted) return 0;
    if (await whileHeld(deps.database, id, () => runOne(deps, id, stopping))) return 1;
  }
  return 0;
}

/** False when another holds it, or the work says that there was nothing to do. */
async function whileHeld(database: Kysely<Tables>, id: string, work: () => Promise<boolean>): Promise<boolean> {
  const key = sql`hashtextextended(${`task ${id}`}, 0)`;
  return database.connection().execute(async (held) => {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${key}) as got`.execute(held);
    if (!rows[0]!.got) return false;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(held);
    }
  });
}

async function runOne({ database, logger, handlers }: TaskDeps, id: string, stopping: AbortSignal): Promise<boolean> {
  const { rows } = await sql<{
    owner_id: string;
    kind: keyof typeof handlers;
    input: TaskInput;
    attempts: number;
    finished: number;
    done: number;
  }>`
    update task set state = 'running', attempts = attempts + 1 where id = ${id} and state in ('waiting', 'running')
    returning owner_id, kind, input, attempts, jsonb_array_length(outcomes) as finished, done`.execute(database);
  const [task] = rows;
  if (!task) return false;
  const end = (state: TaskState, error: FailureCode | null = null): Promise<void> => endTask(database, id, state, error);
  if (task.attempts > mostAttempts) {
    await end('failed', 'SERVER_ERROR');
    return true;
  }
  try {
    await handlers[task.kind](runOf(database, id, task, stopping));
    await end('done');
  } catch (error) {
    if (error instanceof Cancelled) await end('cancelled');
    else if (error instanceof Stopped)
      await database
        .updateTable('task')
        .set({ attempts: task.attempts - 1 })
        .where('id', '=', id)
        .execute();
    else if (isNotNow(error)) {
      // Its line broke, or others held what it needs: it is taken up again where its last finished item left it.
      logger.warn({ err: error, task: id }, 'task interrupted');
      await sleep(1000);
    } else if (error instanceof Failure) await end('failed', error.code);
    else {
      logger.error({ err: error, task: id }, 'task failed');
      await end('failed', 'SERVER_ERROR');
    }
  }
  return true;
}

function runOf(
  database: Kysely<Tables>,
  id: string,
  task: { owner_id: string; input: TaskInput; finished: number; done: number },
  stopping: AbortSignal,
): TaskRun {
  let [done, told] = [task.done, 0];
  let item = { index: task.finished, doneBefore: done };
  const tell = async (): Promise<void> => {
    told = performance.now();
    const row = await database.updateTable('task').set({ done }).where('id', '=', id).returning('cancel_asked').executeTakeFirst();
    await publish(database, [{ to: [task.owner_id], event: 'tasksChanged' }]);
    if (row?.cancel_asked) throw new Cancelled();
  };
  return {
    ownerId: task.owner_id,
    input: task.input,
    finished: task.finished,
    begin(index) {
      if (index === item.index) done = item.doneBefore;
      else item = { index, doneBefore: done };
    },
    async advance(rows) {
      if (stopping.aborted) throw new Stopped();
      done += rows;
      if (performance.now() - told >= tellEveryMs) await tell();
    },
    async charge(transaction, spaceId, bytes) {
      const { rows } = await sql<{ held: number }>`
        with asked as (select id, case when space_id = ${spaceId} then least(reserved_bytes, ${bytes}::bigint) else 0 end as held from task where id = ${id} for update),
          freed as (update task set reserved_bytes = reserved_bytes - held from asked where task.id = asked.id)
        ${changeQuota({ spaceId, used: bytes, reserved: sql`-held`, from: sql`asked`, where: fitsQuota(sql`(${bytes}::bigint - held)`) })}
        returning held`.execute(transaction);
      return rows.length === 1;
    },
    async finish(transaction, index, outcome) {
      const { rows } = await sql`
        update task set outcomes = outcomes || ${JSON.stringify([outcome])}::jsonb, done = ${done}
        where id = ${id} and jsonb_array_length(outcomes) = ${index} and not cancel_asked returning id`.execute(transaction);
      if (rows.length === 0) throw new Cancelled();
    },
  };
}

/** What is still reserved for it is free again. */
async function endTask(database: Kysely<Tables>, id: string, state: TaskState, error: FailureCode | null): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ owner_id: string }>`
      with ended as (select id, space_id, reserved_bytes, owner_id from task where id = ${id} for update),
        freed as (${changeQuota({ spaceId: sql`ended.space_id`, reserved: sql`-ended.reserved_bytes`, from: sql`ended` })})
      update task set state = ${state}, error = ${error}, reserved_bytes = 0, ended_at = now() from ended where task.id = ended.id returning task.owner_id`.execute(
      transaction,
    );
    await publish(transaction, [{ to: rows.map((row) => row.owner_id), event: 'tasksChanged' }]);
  });
}

/** Tasks that ended a day ago. Answers 0: one turn does it all. */
export async function removeEndedTasks(database: Kysely<Tables>): Promise<0> {
  await sql`delete from task where ended_at < now() - interval '1 day'`.execute(database);
  return 0;
}
