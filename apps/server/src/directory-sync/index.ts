/** Public API: people and departments whose data come from a directory. */
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
