import { day } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { OutboundDeps } from './deps.ts';
import { endAbandoned } from './end-abandoned.ts';
import { lookAtNext } from './look.ts';
import { removeOldReviews } from './review-queries.ts';

export const jobs = (deps: OutboundDeps) =>
  ({
    'look at what goes outside': { everyMs: 2000, work: (stopping) => lookAtNext(deps, stopping) },
    'end reviews of links that are gone': { everyMs: 5000, work: () => endAbandoned(deps.database) },
    'remove old reviews': { everyMs: day, work: () => removeOldReviews(deps.database) },
  }) satisfies Jobs;
