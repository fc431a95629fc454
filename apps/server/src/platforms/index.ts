/** Public API: integration platforms, with which people sign in. */
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
