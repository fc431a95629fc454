import { hour } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { PeopleSheetsDeps } from './deps.ts';
import { deleteEndedImports } from './import-queries.ts';

export const jobs = ({ database }: Pick<PeopleSheetsDeps, 'database'>) =>
  ({
    'remove ended imports of people': { everyMs: hour, work: () => deleteEndedImports(database) },
  }) satisfies Jobs;
