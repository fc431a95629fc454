import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { day } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { removeOldNotices } from './notice-queries.ts';

export const jobs = ({ database }: { database: Kysely<Tables> }) =>
  ({
    'remove old notices': { everyMs: day, work: () => removeOldNotices(database) },
  }) satisfies Jobs;
