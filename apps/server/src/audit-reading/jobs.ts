import { hour } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { AuditReadingDeps } from './deps.ts';
import { forgetOldKeys, keepKeys } from './keep-keys.ts';

export const jobs = ({ database }: Pick<AuditReadingDeps, 'database'>) =>
  ({
    'write keys of the log': { everyMs: 1000, work: () => keepKeys(database) },
    'remove old keys of the log': { everyMs: hour, work: () => forgetOldKeys(database) },
  }) satisfies Jobs;
