/** Public API: background jobs. */
export { inTurn } from './in-turn.ts';
export { periodic } from './periodic.ts';
export type { PeriodicJob } from './periodic.ts';
export { day, hour, minute, startJobs } from './start-jobs.ts';
export type { Jobs } from './start-jobs.ts';
