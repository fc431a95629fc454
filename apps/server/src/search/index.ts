/** The door: files and folders found by name, files by what they contain. */
import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { quick, searchPage } from './search-files.ts';

export { nameKeysOf } from './name-keys-of.ts';
export { readContents, reviseUnreadable } from './read-contents.ts';
export { readSlowContents, searchPrograms } from './read-slow-contents.ts';
export { openTextReader } from './text-reader.ts';
export type { TextReader } from './text-reader.ts';
export { readNames } from './read-names.ts';

export const searchRoutes = ({ database }: { database: Kysely<Tables> }): Binding[] => [
  answer(calls.search.quick, (input, context) => quick(database, input, context)),
  answer(calls.search.searchInstancePage, (input, context) => searchPage(database, input, context)),
];
