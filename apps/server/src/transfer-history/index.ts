/** The door: the list of finished transfers. */
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
