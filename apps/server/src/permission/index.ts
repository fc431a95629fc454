/** Public API: who may do what, decided in one place. */
export { answerAuthorised } from './answer-authorised.ts';
export type { AuthorisedContext } from './answer-authorised.ts';
export { recheck } from './recheck.ts';
export {
  authorise,
  authoriseAlso,
  authorisedChild,
  authoriseEach,
  authoriseEachAlso,
  authoriseNamesake,
  requireLasting,
  stillMay,
} from './authorise.ts';
export type { Authorised } from './authorise.ts';
export { closedBelow } from './closed-below.ts';
export { explainFor } from './explain-for.ts';
export { readFileRoles } from './file-role-queries.ts';
export { grantsOn, putGrants, removeGrants } from './grant-queries.ts';
export type { HeldBefore, NewGrant, StoredGrant } from './grant-queries.ts';
export { isPassedOn, sharingAsks } from './resolve.ts';
export type { Grant, GrantSource, Reason, Receiver } from './resolve.ts';
export { readRegions, regionsOf } from './regions.ts';
export type { Region, RegionsFor } from './regions.ts';
export { areSameItems, rightsBelow, visibleUnder } from './visible.ts';
export { countsBelow, isVisible, namedChildren, namedChildrenFor, ownOnlyAtFirst, ownOnlyBelow } from './visible-queries.ts';
export type { RightsBelow, Visible, VisibleUnder } from './visible.ts';
export { above as departmentsAbove, departmentsOf } from './effective-queries.ts';
export { findHighBelow } from './standing-queries.ts';
export { standingsOf } from './standings.ts';
export type { Standing } from './standings.ts';
export { grantsThatGive } from './who-may.ts';
export { findItems } from './item-queries.ts';
export {
  grantedAnywhereAt,
  grantedItemsAt,
  isOwn,
  isRoot,
  itemsAt,
  ownItemsAt,
  ownItemsOn,
  sensitivityAt,
  sensitivityCarried,
  throughShare,
  visibleAncestors,
  withoutShares,
  withheldAt,
} from './rules.ts';
export type { ItemContext, SpaceEnd } from './rules.ts';
export type { AlsoPage, PartOfPage } from './item-queries.ts';
export type { AlsoOfSet } from './set-queries.ts';
