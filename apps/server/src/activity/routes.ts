import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { listActivity } from './list-activity.ts';

export const routes = ({ database }: { database: Kysely<Tables> }): Binding[] => [
  answer(calls.activity.list, (input, context) => listActivity(database, input, context)),
];
