/** Public API: requesting access, and answering. */
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
