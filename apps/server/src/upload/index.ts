/** The public API of uploads. */
export { jobs } from './jobs.ts';
export type { UploadDeps } from './deps.ts';
export { abortUpload, endUploadsOf, endUploadsUnder } from './abort-upload.ts';
export { checkUpload } from './check-upload.ts';
export { instantUpload } from './instant-upload.ts';
export { runBatch } from './run-batch.ts';
export { saveUpload } from './save-upload.ts';
export { queryUploadAuth } from './sign-upload.ts';
export { routes } from './routes.ts';
