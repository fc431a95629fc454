/** The door: work beside the requests. */
export { periodic } from './periodic.ts';
export type { PeriodicJob } from './periodic.ts';
