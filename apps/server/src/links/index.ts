/** Public API: external links. */
export { endLinksOf, endLinksOn, grantLink, withdrawLinks } from './live-links.ts';
export { lockLink } from './links-queries.ts';
export { setVerification } from './verification-queries.ts';
export type { Verification } from './verification-queries.ts';
export { findVisitor } from './visitors.ts';
