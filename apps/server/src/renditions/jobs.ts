import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { hour } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { collectRenditions } from './collect-queries.ts';

export const jobs = ({ database }: { database: Kysely<Tables> }) =>
  ({
    'remove renditions': { everyMs: hour, work: () => collectRenditions({ database }) },
  }) satisfies Jobs;
