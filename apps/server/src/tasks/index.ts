/** The public API of tasks: work that outlasts its call, with progress. */
export { jobs } from './jobs.ts';
export { createTask } from './create-task.ts';
export type { NewTask } from './task-queries.ts';
export type { StoredOutcome, TaskHandler, TaskInput, TaskRun } from './deps.ts';
export { routes } from './routes.ts';
