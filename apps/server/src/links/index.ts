/** Public API: external links. */
export { endVisits, insertLink, lockLinks, setPeople, updateLink } from './creator-queries.ts';
export type { LinkChange, LockedLink } from './creator-queries.ts';
export { closeLink, endLinksOf, endLinksOn, grantLink, withdrawLinks } from './live-links.ts';
export { setVerification } from './verification-queries.ts';
export type { Verification } from './verification-queries.ts';
export { findVisitor } from './visitors.ts';
