import { hour } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { removeAbandoned } from './own-folder.ts';

export const jobs = () =>
  ({
    'remove folders of ended programs': { everyMs: hour, work: removeAbandoned },
  }) satisfies Jobs;
