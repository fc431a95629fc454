/** The door: content on its way in. */
export { jobs } from './jobs.ts';
export type { UploadDeps } from './deps.ts';
export { giveUpIn, giveUpUnder } from './abort-upload.ts';
export { routes } from './routes.ts';
