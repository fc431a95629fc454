/** The door: content on its way in, and out. */
export { collectUnneeded } from './collect-content.ts';
export { hashContent } from './content-hash.ts';
export { holdContents, readContent, releaseContent, shareContents } from './content-queries.ts';
export type { StoredContent } from './content-queries.ts';
export type { UploadDeps } from './deps.ts';
export { abortUnknownUploads, collectAbandoned, giveUpIn, giveUpUnder } from './recycle-upload.ts';
export { uploadRoutes } from './routes.ts';
export { addVersion, addVersions } from './save-file.ts';
export { verifyArrived } from './verify-content.ts';
