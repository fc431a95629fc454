import type { Kysely } from 'kysely';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import { minute } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { endUnvisited } from './end-unvisited.ts';
import { openTelling } from './tell-creators.ts';

export interface LinkEndsDeps {
  database: Kysely<Tables>;
  serviceConfig: ReadServiceConfig;
}

export const jobs = ({ database, serviceConfig }: LinkEndsDeps) =>
  ({
    'tell creators of their links': { everyMs: minute, work: openTelling(database) },
    'end unvisited links': { everyMs: 10 * minute, work: () => endUnvisited(database, serviceConfig) },
  }) satisfies Jobs;
