/** The door: who may do what, decided in one place. */
export { authorise, authoriseAlso, authorisedChild, authoriseEach } from './authorise.ts';
export type { Authorised } from './authorise.ts';
export { isRoot } from './rules.ts';
export type { Place } from './rules.ts';
