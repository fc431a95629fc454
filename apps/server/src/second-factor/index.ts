/** Public API: second factors, which people give when they sign in. */
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
