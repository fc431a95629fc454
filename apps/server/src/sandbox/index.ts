/** The door: outside programs, and what they may not do. */
export { jobs } from './jobs.ts';
export { openConfinement } from './confinement.ts';
export type { Confinement, ConfinementState } from './confinement.ts';
export { withOwnFolder } from './own-folder.ts';
export type { Outcome, Task } from './run-program.ts';
