/** The door: files and folders found by name, files by what they contain. */
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
export { nameKeysOf } from './name-keys-of.ts';
export { reviseUnreadable } from './read-contents.ts';
export { searchPrograms } from './read-slow-contents.ts';
export { openTextReader } from './text-reader.ts';
export type { TextReader } from './text-reader.ts';
export { readNames } from './read-names.ts';
