/** The door: stored contents (blob and replica): verified, locked, released, collected. */
export { collectUnneeded } from './collect-content.ts';
export { hashContent } from './content-hash.ts';
export { holdContents, insertContent, readContent, releaseContent, reviveContent, shareContents } from './content-queries.ts';
export type { StoredContent } from './content-queries.ts';
export { verifyArrived } from './verify-content.ts';
