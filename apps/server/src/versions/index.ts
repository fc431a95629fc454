/** The public API of versions: the current one of a file and the earlier ones. No other folder inserts or deletes rows of `version`. */
export { addVersion, addVersions } from './add-versions.ts';
export { folderToRefresh } from './folder-to-refresh.ts';
export { freeOldVersions } from './free-old-versions.ts';
export { insertFileWithVersion, insertFirstVersions } from './insert-queries.ts';
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
export { versionPolicy } from './version-policy.ts';
