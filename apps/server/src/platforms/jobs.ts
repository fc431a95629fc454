import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { hour } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { deleteOldFlows } from './flow-queries.ts';

export const jobs = ({ database }: { database: Kysely<Tables> }) =>
  ({
    'end old platform sign-ins': { everyMs: hour, work: () => deleteOldFlows(database) },
  }) satisfies Jobs;
