/** The door: who may do what, decided in one place. */
export { authorise, authoriseAlso, authorisedChild, authoriseEach } from './authorise.ts';
export type { Authorised } from './authorise.ts';
export { grantsOn, putGrants, removeGrants } from './grants.ts';
export type { NewGrant, StoredGrant } from './grants.ts';
export type { GrantSource } from './resolve.ts';
export { findPlaces } from './place-query.ts';
export { isRoot, itemsAt, throughShare, visibleAncestors, withoutShares } from './rules.ts';
export { departmentsOf } from './standing-sql.ts';
export { isVisible, namedChildren, rightsBelow, visibleUnder } from './visible.ts';
export type { RightsBelow, Visible } from './visible.ts';
export type { Place } from './rules.ts';
