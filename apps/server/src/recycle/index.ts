/** The door: the recycle bin. */
export { giveBackRoom, purgeExpired } from './leave-bin.ts';
export { removeMergedAway } from './remove-merged.ts';
export { recycleRoutes } from './routes.ts';
export { sizeEntries } from './size-entries.ts';
