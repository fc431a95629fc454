import { minute } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { drillWhenDue } from './scheduled-drill.ts';
import type { DrillDeps } from './scheduled-drill.ts';

export const jobs = (deps: DrillDeps) =>
  ({ 'restore a backup for practice': { everyMs: 10 * minute, work: (stopping) => drillWhenDue(deps, stopping) } }) satisfies Jobs;
