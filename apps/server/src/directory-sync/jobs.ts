import { day, minute } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { SyncDeps } from './deps.ts';
import { openSource } from './open-source.ts';
import type { SourceDeps } from './open-source.ts';
import { deleteOldRuns } from './run-queries.ts';
import { workOnRuns } from './work.ts';

export const jobs = (deps: Omit<SyncDeps, 'openSource'> & SourceDeps) =>
  ({
    'synchronise directories': {
      everyMs: 2 * minute,
      work: (stopping) => workOnRuns({ ...deps, openSource: (platformId, signal) => openSource(deps, platformId, signal) }, stopping),
    },
    'delete old synchronisations': { everyMs: day, work: () => deleteOldRuns(deps.database) },
  }) satisfies Jobs;
