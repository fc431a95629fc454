/** Public API: moving and copying items. */
export type { OnFileConflict } from './deps.ts';
export { mergeRestored } from './merge-restored.ts';
export { taskKinds } from './place-task.ts';
export { raiseSensitivity } from './sensitivity-queries.ts';
export { routes } from './routes.ts';
export { countMerge } from './count-queries.ts';
