/** Public API: external links as their creators make, change and withdraw them. */
export { stateOf } from './link-rules.ts';
export type { LinkHead } from './link-rules.ts';
export { newPath } from './save-link.ts';
export { routes } from './routes.ts';
