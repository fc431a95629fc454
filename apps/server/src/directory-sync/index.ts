/** Public API: people and departments whose data come from a directory. */
export { workOnRuns } from './work.ts';
export type { OpenSource, Source, SyncDeps } from './deps.ts';
