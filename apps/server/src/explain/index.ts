/** The door: who can get at an item, and why. */
import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import type { SpaceNames } from './names.ts';
import { queryAccess } from './query-access.ts';

export { explain } from './explain.ts';
export type { SpaceNames } from './names.ts';

export const explainRoutes = ({ database, spaceNames }: { database: Kysely<Tables>; spaceNames: SpaceNames }): Binding[] => [
  answer(calls.explain.queryAccess, (input, context) => queryAccess(database, spaceNames, input, context)),
];
