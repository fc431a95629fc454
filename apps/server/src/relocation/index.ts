/** Public API: holding all changes while the system is moved to another database or store. */
export { holdChanges, letChangesGo } from './change-lock-queries.ts';
export { isDatabaseMoved, requireDatabaseInUse } from './moved-away-queries.ts';
export { watchHold } from './watch-hold.ts';
export type { Hold } from './watch-hold.ts';
