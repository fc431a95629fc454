import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import { inTransaction } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { publish } from '../live-updates/index.ts';
import { Failure } from '../http/index.ts';
import { reserveQuota } from '../spaces/index.ts';
import { countOpenTasks, insertTask, lockTasksOf } from './task-queries.ts';
import type { NewTask } from './task-queries.ts';

/** Creates a task, which waits for its turn. Throws TASKS_TOO_MANY, SPACE_NOT_ENOUGH. */
export const createTask = (database: Kysely<Tables>, task: NewTask): Promise<string> =>
  inTransaction(database, async (transaction) => {
    await lockTasksOf(transaction, task.ownerId);
    const open = await countOpenTasks(transaction, task.ownerId);
    if (open >= limits.tasksPerPerson) throw new Failure('TASKS_TOO_MANY', { limit: limits.tasksPerPerson });
    if (!(await reserveQuota(transaction, task.spaceId, task.bytes))) throw new Failure('SPACE_NOT_ENOUGH');
    const id = await insertTask(transaction, task);
    await publish(transaction, [{ to: [task.ownerId], event: 'tasksChanged' }]);
    return id;
  });
