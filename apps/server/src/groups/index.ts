/** Public API: groups, their members, and what each member may do. */
export { jobs } from './jobs.ts';
export { createGroupIn } from './create-group.ts';
export { groupNames } from './group-name-queries.ts';
export { lockLastingGroup } from './lock-group.ts';
export { isFixed } from './privilege-rules.ts';
export { removeDissolved } from './remove-dissolved.ts';
export { routes } from './routes.ts';
