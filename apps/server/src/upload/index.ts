/** The door: content on its way in. */
export type { UploadDeps } from './deps.ts';
export { abortUnknownUploads, collectAbandoned, giveUpIn, giveUpUnder } from './abort-upload.ts';
export { uploadRoutes } from './routes.ts';
export { addVersion, addVersions } from './save-file.ts';
