/** The public API of uploads. */
export { jobs } from './jobs.ts';
export type { UploadDeps } from './deps.ts';
export { abortUpload, endUploadsOf, endUploadsUnder } from './abort-upload.ts';
export { checkInSet, checkUpload } from './check-upload.ts';
export { eachAnswered } from './in-set.ts';
export { instantInSet, instantUpload } from './instant-upload.ts';
export { saveInSet, saveUpload } from './save-upload.ts';
export { signedPlans } from './signed-plans.ts';
export { signedTickets } from './signed-tickets.ts';
export { queryUploadAuth } from './sign-upload.ts';
export { routes } from './routes.ts';
