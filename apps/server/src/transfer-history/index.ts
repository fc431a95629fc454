/** Public API: the list of finished transfers. */
export { jobs } from './jobs.ts';
export { insertUploadRecords, recordColumns, recordRow, recordUpload } from './upload-record-queries.ts';
export type { UploadRecord } from './upload-record-queries.ts';
export { routes } from './routes.ts';
