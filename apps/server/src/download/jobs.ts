import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { hour } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { removeEndedTickets } from './selection-queries.ts';

export const jobs = ({ database }: { database: Kysely<Tables> }) =>
  ({
    'remove ended download tickets': { everyMs: hour, work: () => removeEndedTickets(database) },
  }) satisfies Jobs;
