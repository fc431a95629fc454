/** Public API: what administrators see at a glance, and the figures of each day that are made for it. */
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
export { remembered } from './parts.ts';
export type { PartChecks } from './parts.ts';
