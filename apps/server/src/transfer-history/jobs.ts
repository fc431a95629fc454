import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { day } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { removeOldRecords } from './record-queries.ts';

export const jobs = ({ database }: { database: Kysely<Tables> }) =>
  ({
    'remove old transfer records': { everyMs: day, work: () => removeOldRecords(database) },
  }) satisfies Jobs;
