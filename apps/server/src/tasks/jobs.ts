import { hour } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { TaskDeps } from './deps.ts';
import { runNext } from './run-tasks.ts';
import { removeEndedTasks } from './task-queries.ts';

export const jobs = (deps: TaskDeps) =>
  ({
    // So many are worked on at one time in a process: a long one does not keep the others waiting.
    'work on tasks': { everyMs: 5000, atOnce: 2, work: (stopping) => runNext(deps, stopping) },
    'remove ended tasks': { everyMs: hour, work: () => removeEndedTasks(deps.database) },
  }) satisfies Jobs;
