/** Public API: integration platforms, with which people sign in. */
export { keepDescriptions } from './descriptions.ts';
export { accountNameFor } from './account-name-for.ts';
export { filterOf, openReading } from './ask-directory.ts';
export { listDirectories } from './directory-queries.ts';
export type { StoredDirectory } from './directory-queries.ts';
export { jobs } from './jobs.ts';
export { lockFirstSignIns } from './link-queries.ts';
export { routes } from './routes.ts';
export { proofOf } from './sign-in.ts';
export type { ToldByPlatform } from './sign-in.ts';
