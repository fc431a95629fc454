import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { minute } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { removeOldAnswers } from './answer-queries.ts';

export const jobs = ({ database }: { database: Kysely<Tables> }) =>
  ({
    'remove old answers': { everyMs: minute, work: () => removeOldAnswers(database) },
  }) satisfies Jobs;
