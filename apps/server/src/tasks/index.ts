/** The door: work that outlasts its call, with its progress. */
export { createTask } from './create-task.ts';
export type { NewTask } from './create-task.ts';
export type { StoredOutcome, TaskHandler, TaskInput, TaskRun } from './deps.ts';
export { openTasks } from './open-tasks.ts';
export type { Tasks } from './open-tasks.ts';
export { taskRoutes } from './routes.ts';
export { removeEndedTasks } from './run-tasks.ts';
