/** Public API: removing objects from the store. */
export { jobs } from './jobs.ts';
export { countRemoved } from './brake-queries.ts';
export { allowanceOf } from './brake.ts';
export { crashPoints } from './crash-points.ts';
export type { CrashPoint } from './crash-points.ts';
export { ExpectedStrays, explainStrays } from './expected-strays.ts';
export { endHold, holdRemoval } from './removal-lock-queries.ts';
export { renameBucket, renewMark } from './mark-queries.ts';
export { signaturesEnded } from './removal-queries.ts';
export { removeDue } from './remove-objects.ts';
export type { RemovalDeps } from './remove-objects.ts';
export {
  giveMark,
  isMovedAway,
  isOwnKey,
  judgeStore,
  markKey,
  movingKey,
  requireMark,
  requireOwnStore,
  retireStore,
  sealFolder,
  storeFault,
  WrongStore,
} from './store-mark.ts';
export { isKnown } from './stray-queries.ts';
export { keysOf, sweepStrays } from './sweep-strays.ts';
