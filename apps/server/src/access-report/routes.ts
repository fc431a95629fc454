import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Binding } from '../http/index.ts';
import { answerAuthorised } from '../permission/index.ts';
import { queryAccess } from './query-access.ts';

export const routes = ({ database }: { database: Kysely<Tables> }): Binding[] => [
  answerAuthorised(database, calls.explain.queryAccess, (input, context) => queryAccess(database, input, context)),
];
