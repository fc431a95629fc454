/** The door: what leaves the store, and how. */
export { jobs } from './jobs.ts';
export { allowanceOf, countRemoved } from './brake.ts';
export { crashPoints } from './crash-points.ts';
export type { CrashPoint } from './crash-points.ts';
export { removeDue, signaturesEnded } from './remove-objects.ts';
export type { RemovalDeps } from './remove-objects.ts';
export { judgeStore, markKey, requireMark, requireOwnStore, storeFault, WrongStore } from './store-mark.ts';
export { isKnown, keysOf, sweepStrays } from './sweep-strays.ts';
