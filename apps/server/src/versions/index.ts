/** The door: what a file held before. */
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
export { freeOldVersions } from './free-old-versions.ts';
