/** Public API: what people may do by the roles that the company gives them. */
export { adminRolesOf, firstAdministrator, giveBuiltInRole } from './role-queries.ts';
export { adminItemsOf } from './role-rules.ts';
export type { AdminRole } from './role-rules.ts';
export { routes } from './routes.ts';
