import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { cancelTask, listTasks } from './list-tasks.ts';
import type { ListDeps } from './list-tasks.ts';

const { task } = calls;

export const routes = (deps: ListDeps): Binding[] => [
  answer(task.list, (_, context) => listTasks(deps, context)),
  answer(task.cancel, ({ taskId }, context) => cancelTask(deps, taskId, context)),
];
