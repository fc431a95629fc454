import { hour, minute } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { giveBackQuota, purgeExpired } from './leave-bin.ts';
import type { RecycleChangeDeps } from './deps.ts';
import { removeMergedAway } from './merged-queries.ts';
import { sizeEntries } from './size-entries.ts';

export const jobs = (deps: RecycleChangeDeps) =>
  ({
    'give back the quota of what left the bin': { everyMs: minute, work: () => giveBackQuota(deps) },
    'count what went to the bins': { everyMs: minute, work: () => sizeEntries(deps.database) },
    'empty the recycle bins': {
      everyMs: hour,
      work: async () => {
        const gone = await purgeExpired(deps.database);
        if (gone > 0) deps.wake('give back the quota of what left the bin');
        return gone;
      },
    },
    'remove merged folders': { everyMs: hour, work: () => removeMergedAway(deps.database) },
  }) satisfies Jobs;
