import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { minute } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { deleteEmptyCounts } from './count-queries.ts';

export const jobs = ({ database }: { database: Kysely<Tables> }) =>
  ({
    'delete empty call counts': { everyMs: minute, work: () => deleteEmptyCounts(database) },
  }) satisfies Jobs;
