/** The door: outside programs, and what they may not do. */
export { openConfinement } from './confinement.ts';
export type { Confinement, ConfinementState } from './confinement.ts';
export { removeAbandoned, withOwnFolder } from './own-folder.ts';
export type { Outcome, Task } from './run-program.ts';
