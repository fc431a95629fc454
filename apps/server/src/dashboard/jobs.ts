import { minute } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { DashboardDeps } from './deps.ts';
import { makeFigures } from './make-figures.ts';

export const jobs = ({ database }: Pick<DashboardDeps, 'database'>) =>
  ({ 'make the figures of the day': { everyMs: minute, work: () => makeFigures(database) } }) satisfies Jobs;
