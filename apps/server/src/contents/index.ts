/** The door: stored contents (blob and replica): verified, locked, released, collected. */
export { collectUnneeded } from './collect-content.ts';
export { hashContent } from './content-hash.ts';
export { jobs } from './jobs.ts';
export { lockContents, insertContent, readContent, releaseContent, reviveContent, shareLockContents } from './content-queries.ts';
export type { StoredContent } from './content-queries.ts';
export { verifyArrived } from './verify-content.ts';
