/** The door: who can get at an item, and why. */
import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { queryAccess } from './query-access.ts';

export { explain } from './report-access.ts';

export const explainRoutes = ({ database }: { database: Kysely<Tables> }): Binding[] => [
  answer(calls.explain.queryAccess, (input, context) => queryAccess(database, input, context)),
];
