/** The public API of uploads. */
export { jobs } from './jobs.ts';
export type { UploadDeps } from './deps.ts';
export { endUploadsOf, endUploadsUnder } from './abort-upload.ts';
export { routes } from './routes.ts';
