/** Public API: the accounts of people, as administrators manage them. */
export { routes } from './routes.ts';
export { accountsInOrder, lockAccounts, writeAccounts, writeFrozen, writeSynced } from './account-queries.ts';
export type { AccountFilter, ListedAccount, LockedAccount, SyncedData } from './account-queries.ts';
export { accountFaults, requireTouchable } from './account-rules.ts';
