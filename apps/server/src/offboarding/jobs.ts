import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { hour, minute } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { removeKeptSpaces } from './remove-kept.ts';
import { freeNamesOfLeavers } from './sweep-queries.ts';

export const jobs = ({ database }: { database: Kysely<Tables> }) =>
  ({
    'remove kept spaces of leavers': { everyMs: 10 * minute, work: () => removeKeptSpaces(database) },
    'free account names of leavers': {
      everyMs: hour,
      work: async () => {
        await freeNamesOfLeavers(database);
        return 0;
      },
    },
  }) satisfies Jobs;
