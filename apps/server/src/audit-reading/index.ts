/** Public API: administrators read the audit log, and name the networks that it shows as regions. */
export { forgetWriters } from './key-queries.ts';
export { jobs } from './jobs.ts';
export { findRange } from './log-queries.ts';
export type { IdRange } from './log-queries.ts';
export { regionFinder } from './region-of.ts';
export { findRegions } from './region-queries.ts';
export { routes } from './routes.ts';
