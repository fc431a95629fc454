import type { Logger } from 'pino';
import { minute } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { extendChain, newHorizon } from './extend-chain.ts';
import { sealDue } from './write-seals.ts';
import type { SealDeps } from './write-seals.ts';

const second = 1000;

export interface JobDeps extends SealDeps {
  logger: Logger;
}

export const jobs = (deps: JobDeps) => {
  const horizon = newHorizon();
  return {
    'chain the audit log': { everyMs: second, work: () => extendChain(deps.database, horizon) },
    'seal the audit log': { everyMs: minute / 6, work: () => sealOnce(deps) },
  } satisfies Jobs;
};

async function sealOnce(deps: JobDeps): Promise<number> {
  const outcome = await sealDue(deps);
  if (outcome.kind === 'fault')
    deps.logger.error({ fault: outcome.fault }, 'the audit log is not what was sealed: nothing is sealed any more; see `serve verify-log`');
  return outcome.kind === 'sealed' && outcome.more ? 1 : 0;
}
