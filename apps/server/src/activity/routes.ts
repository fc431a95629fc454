import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Binding } from '../http/index.ts';
import { answerAuthorised } from '../permission/index.ts';
import { listActivity } from './list-activity.ts';

export const routes = ({ database }: { database: Kysely<Tables> }): Binding[] => [
  answerAuthorised(database, calls.activity.list, (input, context) => listActivity(database, input, context)),
];
