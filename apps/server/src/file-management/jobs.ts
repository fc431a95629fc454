import { hour } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { FileManagementDeps } from './deps.ts';
import { deleteEndedLooks } from './look-queries.ts';

const atOnce = 1000;

export const jobs = ({ database }: Pick<FileManagementDeps, 'database'>) =>
  ({
    'forget looks that have ended': {
      everyMs: hour,
      work: async () => ((await deleteEndedLooks(database, atOnce)) === atOnce ? 1 : 0),
    },
  }) satisfies Jobs;
