/** Public API: offboarding of people who leave the company. */
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
export { taskKinds } from './run-offboarding.ts';
