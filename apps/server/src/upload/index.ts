/** The door: content on its way in. */
export { readContent, releaseContent } from './content-queries.ts';
export type { StoredContent } from './content-queries.ts';
export type { UploadDeps } from './deps.ts';
export { abortUnknownUploads, collectAbandoned, giveUpIn } from './recycle-upload.ts';
export { useSpace } from './upload-queries.ts';
export { uploadRoutes } from './routes.ts';
export { collectUnneeded, verifyArrived } from './verify-content.ts';
