import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { hour } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { removeEndedSessions } from './sessions.ts';

export const jobs = ({ database }: { database: Kysely<Tables> }) =>
  ({
    'end old sessions': { everyMs: hour, work: () => removeEndedSessions(database) },
  }) satisfies Jobs;
