/** Public API: finds files and folders by name, and files by their content. */
export { findBelow } from './find-below.ts';
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
export { keysOfKeyword } from './keys-everywhere.ts';
export { nameKeysOf } from './name-keys-of.ts';
export { readSoon, reviseUnreadable } from './read-contents.ts';
export type { ReadDeps } from './read-contents.ts';
export { searchPrograms } from './read-slow-contents.ts';
export { openTextReader } from './text-reader.ts';
export type { TextReader } from './text-reader.ts';
export { readNames, readNamesOfBefore } from './read-names.ts';
