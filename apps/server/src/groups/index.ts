/** The door: groups, their members and what each may do in them. */
export { jobs } from './jobs.ts';
export { foundGroup } from './create-group.ts';
export { groupNames } from './group-name-queries.ts';
export { lockLastingGroup } from './lock-group.ts';
export { isFixed } from './privilege-rules.ts';
export { removeDissolved } from './remove-dissolved.ts';
export { routes } from './routes.ts';
