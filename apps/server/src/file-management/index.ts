/** Public API: administrators find files in all spaces and manage them. */
export { taskKinds } from './change-found.ts';
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
