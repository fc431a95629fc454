/** The door: internal sharing between colleagues. */
export { sharingRoutes } from './routes.ts';
export { removeEndedShares } from './sharing-queries.ts';
