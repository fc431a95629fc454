import { hour } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { TaskDeps } from './deps.ts';
import { runNext } from './run-tasks.ts';
import { removeEndedTasks } from './task-queries.ts';

export const jobs = (deps: TaskDeps) =>
  ({
    // Two tasks run at the same time in one process, so that a long one does not block the others.
    'work on tasks': { everyMs: 5000, atOnce: 2, work: (stopping) => runNext(deps, stopping) },
    'remove ended tasks': { everyMs: hour, work: () => removeEndedTasks(deps.database) },
  }) satisfies Jobs;
