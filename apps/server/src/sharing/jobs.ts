import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { day } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { removeEndedShares } from './sharing-queries.ts';

export const jobs = ({ database }: { database: Kysely<Tables> }) =>
  ({
    'remove ended shares': { everyMs: day, work: () => removeEndedShares(database) },
  }) satisfies Jobs;
