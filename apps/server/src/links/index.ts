/** Public API: external links. */
export { endVisits, insertLink, lockLinks, setPeople, setTold, updateLink } from './creator-queries.ts';
export type { LinkChange, LockedLink } from './creator-queries.ts';
export { closeLink, endLinksOf, endLinksOn, grantLink, withdrawLinks } from './live-links.ts';
export { findExposures, lockLinked } from './high-queries.ts';
export type { Exposure } from './high-rules.ts';
export { failForHigh, lockLinksOver, requireHighStays } from './keep-high-inside.ts';
export { lockLink } from './links-queries.ts';
export type { NamedLink } from './links-queries.ts';
export { tellEnded } from './tell-ended.ts';
export { findUnvisited, lockUnvisited } from './unvisited-queries.ts';
export { countUpload } from './upload-queries.ts';
export { setVerification } from './verification-queries.ts';
export type { Verification } from './verification-queries.ts';
export { beginVisit, countTaking, findGate, goOnVisiting, lockOpenLink, readVisits } from './gate-queries.ts';
export type { AtGate, GateRow } from './gate-queries.ts';
export { asVisitorsSee } from './present.ts';
export { findVisitor, findVisitorById, hashOfToken, letsIn, proposedOf, visitStands } from './visitors.ts';
