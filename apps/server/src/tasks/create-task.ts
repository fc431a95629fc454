import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { TaskKind } from '@alcove/contract';
import { inTransaction } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { publish } from '../live-updates/index.ts';
import { Failure } from '../http/index.ts';
import { newId } from '../ids.ts';
import { reserveQuota } from '../spaces/index.ts';
import type { TaskInput } from './deps.ts';

export interface NewTask {
  ownerId: string;
  kind: TaskKind;
  input: TaskInput;
  /** Files and folders. */
  total: number;
  /** Where it needs how much room: reserved now, so that it cannot fail for that later. */
  spaceId: string;
  bytes: number;
}

/** A task that waits for its turn. Throws TASKS_TOO_MANY, SPACE_NOT_ENOUGH. */
export const createTask = (database: Kysely<Tables>, task: NewTask): Promise<string> =>
  inTransaction(database, async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`tasks ${task.ownerId}`}, 0))`.execute(transaction);
    const { open } = await transaction
      .selectFrom('task')
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .where('owner_id', '=', task.ownerId)
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirstOrThrow();
    if (open >= limits.tasksPerPerson) throw new Failure('TASKS_TOO_MANY', { limit: limits.tasksPerPerson });
    if (!(await reserveQuota(transaction, task.spaceId, task.bytes))) throw new Failure('SPACE_NOT_ENOUGH');
    const id = newId();
    await transaction
      .insertInto('task')
      .values({
        id,
        owner_id: task.ownerId,
        kind: task.kind,
        input: JSON.stringify(task.input),
        total: task.total,
        space_id: task.spaceId,
        reserved_bytes: task.bytes,
      })
      .execute();
    await publish(transaction, [{ to: [task.ownerId], event: 'tasksChanged' }]);
    return id;
  });
