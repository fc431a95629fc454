/** Public API: runs external programs and confines them. */
export { jobs } from './jobs.ts';
export { openConfinement, waitedFor } from './confinement.ts';
export type { Confinement, ConfinementState } from './confinement.ts';
export { withOwnFolder } from './own-folder.ts';
export type { Outcome, Task } from './run-program.ts';
