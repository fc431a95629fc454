/** Public API: who has access to an item, and why. */
export { routes } from './routes.ts';
export { queryAccess } from './query-access.ts';
export { explain } from './report-access.ts';
