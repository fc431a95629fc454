import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { hour } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { openEndedSpaces } from './end-department.ts';

export const jobs = ({ database }: { database: Kysely<Tables> }) =>
  ({
    'open the spaces of ended departments': { everyMs: hour, work: () => openEndedSpaces(database) },
  }) satisfies Jobs;
