/** Public API: groups, their members, and what each member may do. */
export { jobs } from './jobs.ts';
export { createGroupIn } from './create-group.ts';
export { groupNames } from './group-name-queries.ts';
export { lockLastingGroup } from './lock-group.ts';
export { isFixed } from './privilege-rules.ts';
export { countPeople as countGroupPeople, isMember } from './member-queries.ts';
export { endHandoversTo, passOnGroup } from './pass-on.ts';
export { groupsLedBy } from './pass-on-queries.ts';
export type { LedGroup } from './pass-on-queries.ts';
export { removeContents, removeDissolved } from './remove-dissolved.ts';
export { restoreDissolved } from './restore-dissolved.ts';
export { routes } from './routes.ts';
