import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { minute } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { endRequests } from './end-requests.ts';
import { tellRequests } from './tell-requests.ts';

export const jobs = ({ database }: { database: Kysely<Tables> }) =>
  ({
    'tell of requests for access': { everyMs: minute, work: () => tellRequests(database) },
    'end requests for access': { everyMs: 10 * minute, work: () => endRequests(database) },
  }) satisfies Jobs;
