import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { hour } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { deleteOldRequests } from './platform-queries.ts';

const kept = 200;

export const jobs = ({ database }: { database: Kysely<Tables> }) =>
  ({
    'end old SCIM requests': { everyMs: hour, work: () => deleteOldRequests(database, kept) },
  }) satisfies Jobs;
