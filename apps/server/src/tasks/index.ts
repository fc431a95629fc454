/** The public API of tasks: work that outlasts its call, with progress. */
export { jobs } from './jobs.ts';
export { callerOfTask } from './caller-of-task.ts';
export { createTask } from './create-task.ts';
export { kindsByName, taskKind } from './task-kind.ts';
export type { TaskKind, TaskKindOf, TaskRun } from './task-kind.ts';
export { routes } from './routes.ts';
export { cancelTasksOf } from './cancel-tasks-of.ts';
export { isOpen } from './task-queries.ts';
