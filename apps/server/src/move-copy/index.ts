/** Public API: moving and copying items. */
export { adoptSpace } from './adopt-space.ts';
export type { Adopted } from './adopt-space.ts';
export type { OnFileConflict } from './deps.ts';
export { mergeRestored } from './merge-restored.ts';
export { taskKinds } from './place-task.ts';
export { requireVersionStays } from './levels-now.ts';
export { placeItems } from './place-items.ts';
export type { PlacingDeps } from './place-items.ts';
export { raiseSensitivity } from './sensitivity-queries.ts';
export { routes } from './routes.ts';
export { countMerge } from './count-queries.ts';
