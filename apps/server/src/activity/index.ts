/** Public API: who did what with an item. */
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
export { recordActivity } from './activity-queries.ts';
