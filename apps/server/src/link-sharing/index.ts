/** Public API: external links as their creators make, change and withdraw them. */
export { lockLinked } from './link-queries.ts';
export { stateOf } from './link-rules.ts';
export type { LinkHead } from './link-rules.ts';
export { routes } from './routes.ts';
