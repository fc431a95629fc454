import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { day } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { removeOldActivity } from './activity-queries.ts';

export const jobs = ({ database }: { database: Kysely<Tables> }) =>
  ({
    'remove old activity': { everyMs: day, work: () => removeOldActivity(database) },
  }) satisfies Jobs;
