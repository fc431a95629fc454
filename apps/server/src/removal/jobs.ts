import { minute } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { ExpectedStrays } from './expected-strays.ts';
import { removeDue } from './remove-objects.ts';
import type { RemovalDeps } from './remove-objects.ts';
import { sweepStrays } from './sweep-strays.ts';

export const jobs = (deps: RemovalDeps & { removedADay: number | null; expectedStrays: ExpectedStrays }) =>
  ({
    'remove objects': { everyMs: minute, work: () => removeDue(deps) },
    'count small uploads that were not saved': { everyMs: 2000, work: () => deps.expectedStrays.flush(deps.database) },
    'look for objects without a row': { everyMs: minute, work: () => sweepStrays(deps, { mostADay: deps.removedADay }) },
  }) satisfies Jobs;
