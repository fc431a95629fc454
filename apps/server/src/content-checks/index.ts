/** Public API: reading all stored contents again, to find what a disk has damaged before somebody needs it. */
export { checkAll } from './check-all.ts';
export { readStanding } from './check-queries.ts';
export type { Standing } from './check-queries.ts';
export { newFigures } from './check-some.ts';
export type { ContentFigures } from './check-some.ts';
export { jobs } from './jobs.ts';
export type { Damage } from './look-again.ts';
