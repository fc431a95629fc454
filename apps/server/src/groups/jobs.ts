import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { minute } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { removeDissolved } from './remove-dissolved.ts';

export const jobs = ({ database }: { database: Kysely<Tables> }) =>
  ({
    'remove dissolved groups': { everyMs: 5 * minute, work: () => removeDissolved(database) },
  }) satisfies Jobs;
