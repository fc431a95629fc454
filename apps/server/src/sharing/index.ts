/** The door: internal sharing between colleagues. */
export { admitToShare } from './admit-to-share.ts';
export { endSharesOn } from './end-shares.ts';
export { sharingRoutes } from './routes.ts';
export { removeEndedShares } from './sharing-queries.ts';
