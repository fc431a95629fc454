/** The door: the recycle bin. */
export { giveBackRoom, purgeExpired } from './leave-bin.ts';
export { recycleRoutes } from './routes.ts';
