/** Public API: internal shares between colleagues. */
export { jobs } from './jobs.ts';
export { admitToShare } from './admit-to-share.ts';
export { endSharesOn, tellEnded } from './end-shares.ts';
export type { EndedShare } from './end-shares.ts';
export { passOnShares } from './pass-on.ts';
export { countSharesOf } from './pass-on-queries.ts';
export { routes } from './routes.ts';
