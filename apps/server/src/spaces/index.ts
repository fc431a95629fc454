/** The public API of spaces: their rows, locks and quota. No other folder writes to `space` or locks its rows. */
export { lockSpaces } from './lock-queries.ts';
export {
  allotQuota,
  changeQuota,
  chargeQuota,
  fitsQuota,
  releaseReserved,
  releaseUsed,
  reserveQuota,
  resizeQuota,
  setQuota,
  setQuotas,
  settleReserved,
} from './quota-queries.ts';
export { findSpace, insertSpace, insertSpaces, personalSpaces, removeSpace, setOwner, usedBytesOf } from './space-queries.ts';
export type { NewSpace, PersonalSpace } from './space-queries.ts';
