/** Public API: the accounts of people, as administrators manage them. */
export { routes } from './routes.ts';
export { accountsInOrder } from './account-queries.ts';
export type { AccountFilter, ListedAccount } from './account-queries.ts';
export { accountFaults } from './account-rules.ts';
