/** Public API: the recycle bin. */
export { jobs } from './jobs.ts';
export { removeMergedAway } from './merged-queries.ts';
export { routes } from './routes.ts';
export { bringBack, leaveFirstBin } from './recycle-queries.ts';
export type { Entry } from './recycle-queries.ts';
