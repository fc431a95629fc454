/** The door: the versions of a file, the newest and those before. No other folder inserts or deletes rows of `version`. */
export { addVersion, addVersions } from './add-versions.ts';
export { freeOldVersions } from './free-old-versions.ts';
export { insertFileWithVersion, insertFirstVersions } from './insert-queries.ts';
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
