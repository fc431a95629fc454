/** Tells the advanced administrators, the operator's log and the metrics that something is wrong with the audit log: once for each fault. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { limits } from '@alcove/contract';
import type { LogFault } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { notify } from '../notices/index.ts';
import { advancedAdministrators } from '../roles/index.ts';
import { countFault } from './state-queries.ts';

export interface AlarmDeps {
  database: Kysely<Tables>;
  logger: Logger;
}

/** `record` writes the fault and returns whether it is a new one. */
export async function alarm(
  { database, logger }: AlarmDeps,
  fault: LogFault | null,
  record: (database: Kysely<Tables>) => Promise<boolean>,
): Promise<void> {
  const isNew = await database.transaction().execute(async (transaction) => {
    if (!(await record(transaction)) || fault === null) return false;
    await countFault(transaction);
    await notify(transaction, await advancedAdministrators(transaction, limits.reviewersTold), { kind: 'logFault', data: fault });
    return true;
  });
  if (isNew) logger.error({ fault }, 'the audit log is not what was sealed; see `serve verify-log`');
}
