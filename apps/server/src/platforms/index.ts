/** Public API: integration platforms, with which people sign in. */
export { jobs } from './jobs.ts';
export { lockFirstSignIns } from './link-queries.ts';
export { routes } from './routes.ts';
export { proofOf } from './sign-in.ts';
export type { ToldByPlatform } from './sign-in.ts';
