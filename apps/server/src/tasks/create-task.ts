import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { SpaceId } from '@alcove/contract';
import { inTransaction } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { publish } from '../live-updates/index.ts';
import { Failure } from '../http/index.ts';
import { reserveQuota } from '../spaces/index.ts';
import type { TaskKindOf } from './task-kind.ts';
import { countOpenTasks, insertTask, lockTasksOf } from './task-queries.ts';

export interface NewTask<Input> {
  ownerId: string;
  input: Input;
  /** What the progress counts, for example files and folders. */
  total: number;
  /** Quota that the task needs in a space: reserved now, so that the task cannot run out of it later. */
  reserve?: { spaceId: SpaceId; bytes: number };
}

/** Creates a task, which waits for its turn, and returns its id. Throws TASKS_TOO_MANY, SPACE_NOT_ENOUGH. */
export const createTask = <Input, Outcome>(
  database: Kysely<Tables>,
  kind: TaskKindOf<Input, Outcome>,
  { ownerId, input, total, reserve }: NewTask<Input>,
): Promise<string> =>
  inTransaction(database, async (transaction) => {
    await lockTasksOf(transaction, ownerId);
    const open = await countOpenTasks(transaction, ownerId);
    if (open >= limits.tasksPerPerson) throw new Failure('TASKS_TOO_MANY', { limit: limits.tasksPerPerson });
    if (reserve && !(await reserveQuota(transaction, reserve.spaceId, reserve.bytes))) throw new Failure('SPACE_NOT_ENOUGH');
    const id = await insertTask(transaction, { ownerId, kind: kind.name, input, total, reserve });
    await publish(transaction, [{ to: [ownerId], event: 'tasksChanged' }]);
    return id;
  });
