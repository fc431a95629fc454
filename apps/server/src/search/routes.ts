import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { narrowSearchPage, quick, searchPage } from './search-files.ts';

export const routes = ({ database }: { database: Kysely<Tables> }): Binding[] => [
  answer(calls.search.quick, (input, context) => quick(database, input, context)),
  answer(calls.search.searchInstancePage, (input, context) => searchPage(database, input, context)),
  answer(calls.search.narrowPage, (input, context) => narrowSearchPage(database, input, context)),
];
