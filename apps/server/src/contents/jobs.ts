import { hour } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { RemovalDeps } from '../removal/index.ts';
import { collectUnneeded } from './collect-content.ts';
import { verifyArrived } from './verify-content.ts';
import type { VerifyDeps } from './verify-content.ts';

export const jobs = (deps: RemovalDeps & VerifyDeps & { removedADay: number | null }) =>
  ({
    'verify content': { everyMs: 5000, gatherMs: 250, work: () => verifyArrived(deps) },
    'collect unneeded content': { everyMs: hour, work: () => collectUnneeded(deps, { mostADay: deps.removedADay }) },
  }) satisfies Jobs;
