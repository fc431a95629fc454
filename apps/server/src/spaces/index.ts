/** Spaces: their rows, locks and quota. No other folder writes to `space`. */
export { insertSpace } from './insert-space.ts';
export { lockSpaceOf, lockSpaces } from './lock-spaces.ts';
export {
  allotQuota,
  changeQuota,
  chargeQuota,
  hasRoom,
  releaseReserved,
  releaseUsed,
  reserveQuota,
  resizeQuota,
  setQuota,
  settleReserved,
} from './quota.ts';
export { removeSpace, setOwner } from './space-queries.ts';
