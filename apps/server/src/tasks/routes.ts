import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { cancelTask, listTasks } from './list-tasks.ts';

const { task } = calls;

export const routes = ({ database }: { database: Kysely<Tables> }): Binding[] => [
  answer(task.list, (_, context) => listTasks(database, context)),
  answer(task.cancel, ({ taskId }, context) => cancelTask(database, taskId, context)),
];
