/**
 * The public API of stored contents: insert, verify, lock, release and collect. No other folder writes to `blob` and `replica` or locks
 * their rows.
 */
export { collectUnneeded } from './collect-content.ts';
export { staysFor } from './collect-queries.ts';
export { compareContent } from './compare-content.ts';
export type { ContentFault } from './compare-content.ts';
export { hashContent } from './content-hash.ts';
export { jobs } from './jobs.ts';
export { contentsAfter, readContent, readContentsOf, releaseContent } from './content-queries.ts';
export type { StoredContent } from './content-queries.ts';
export { contentColumns, contentRow, insertBlobs, insertContent, insertReplicas } from './insert-queries.ts';
export type { NewContent } from './insert-queries.ts';
export { lockContents, lockNeeded, lockServable, lockUsable, reviveContent, shareLockContents, shareLockVersion } from './lock-queries.ts';
export { renameReplicas, revealContents } from './move-queries.ts';
export { awaitTextAgain, countTextAttempt, setTextState, settleText, uncountTextAttempt } from './text-queries.ts';
export { verifyArrived } from './verify-content.ts';
export type { Merge } from './verify-queries.ts';
