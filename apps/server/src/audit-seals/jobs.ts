import { hour, minute } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { ReadServiceConfig } from '../database/index.ts';
import { endTerm } from './end-term.ts';
import { extendChain, newHorizon } from './extend-chain.ts';
import { latestMs } from './verify.ts';
import { compareSome, watchSeals } from './watch.ts';
import type { SealFigures } from './watch.ts';
import { sealDue } from './write-seals.ts';
import type { SealDeps, SealOutcome } from './write-seals.ts';

const second = 1000;

export interface JobDeps extends SealDeps {
  serviceConfig: ReadServiceConfig;
  sealFigures: SealFigures;
}

export const jobs = (deps: JobDeps) => {
  const horizon = newHorizon();
  const began = performance.now();
  return {
    'chain the audit log': { everyMs: second, work: () => extendChain(deps.database, horizon) },
    'seal the audit log': { everyMs: minute / 6, work: async () => more(await sealDue(deps)) },
    'watch that the audit log is sealed': {
      everyMs: minute,
      work: () => watchSeals(deps, { graceful: performance.now() - began < latestMs }),
    },
    'compare the audit log with its seals': { everyMs: hour, work: (signal) => compareSome({ ...deps, signal }) },
    'remove old entries of the audit log': {
      everyMs: hour,
      work: async () => more(await endTerm(deps, (await deps.serviceConfig()).logDays)),
    },
  } satisfies Jobs;
};

const more = (outcome: SealOutcome): number => (outcome.kind === 'sealed' && outcome.more ? 1 : 0);
