/** The public API of limits per call: requests are counted in the database, for all processes together. */
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { CountCall } from '../http/index.ts';
import { countCall } from './count-queries.ts';

export { jobs } from './jobs.ts';

export const countCalls =
  (database: Kysely<Tables>): CountCall =>
  (counts) =>
    countCall(database, counts);
