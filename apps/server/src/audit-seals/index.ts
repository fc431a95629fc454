/** Public API: the chain over the audit log, its seals in the object store, and comparing the log with them. */
export { jobs } from './jobs.ts';
export { sealKeysFrom } from './list-seals.ts';
export { routes } from './routes.ts';
export { newFigures } from './watch.ts';
export type { SealFigures } from './watch.ts';
export { runVerifyLog } from './verify-command.ts';
export type { VerifyTexts } from './verify-command.ts';
