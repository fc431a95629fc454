/** Public API: what people may do by the roles that the company gives them. */
export { administer, administerForCompany } from './administer.ts';
export { giveRoles } from './change-roles.ts';
export { administratorsWith, advancedAdministrators } from './advanced-queries.ts';
export { addRoles, adminRolesOf, findRoles, firstAdministrator, giveBuiltInRole, lockRoles, readAdminRoles } from './role-queries.ts';
export { adminItemsOf, isWithin, requireWithin } from './role-rules.ts';
export type { AdminRole } from './role-rules.ts';
export { routes } from './routes.ts';
