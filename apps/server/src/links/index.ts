/** Public API: external links. */
export { endLinksOf, endLinksOn, grantLink, withdrawLinks } from './live-links.ts';
export { findVisitor } from './visitors.ts';
