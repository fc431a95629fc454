/** The door: the recycle bin. */
export { jobs } from './jobs.ts';
export { removeMergedAway } from './remove-merged.ts';
export { routes } from './routes.ts';
