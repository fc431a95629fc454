/** Public API: whether something may go outside the company. */
export { releases } from './release.ts';
export type { ReadReleases, Release } from './release.ts';
export { beginVerification } from './verification.ts';
