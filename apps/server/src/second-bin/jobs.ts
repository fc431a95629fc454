import { minute } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { SecondBinDeps } from './deps.ts';
import { emptySecondBin } from './remove-for-good.ts';

export const jobs = (deps: SecondBinDeps) =>
  ({ 'empty the second bin': { everyMs: minute, work: () => emptySecondBin(deps) } }) satisfies Jobs;
