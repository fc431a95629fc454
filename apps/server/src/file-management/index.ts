/** Public API: administrators find files in all spaces and manage them. */
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
