/**
 * Restores the newest backup beside the running system when it is time, in one process of all. It is a job of the server, and the work is done by a child
 * process. Whoever answers for the system is told when it fails, or has not passed for too long.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { limits } from '@alcove/contract';
import type { BackupsConfig } from '../config.ts';
import type { LastingLocks, Tables } from '../database/index.ts';
import { notify } from '../notices/index.ts';
import { advancedAdministrators } from '../roles/index.ts';
import { backupsIn } from './backup-folder.ts';
import { removeLeftovers, scratchPrefix } from './drill-leftovers.ts';
import { beginDrill, endDrill, endKilled, forgetOldDrills, takeOverdue } from './drill-queries.ts';
import { runDrillChild } from './run-drill-child.ts';

export interface DrillDeps {
  database: Kysely<Tables>;
  locks: LastingLocks;
  logger: Logger;
  backups: BackupsConfig | null;
}

const drillsKept = 100;

/** Returns 0, so that it does not begin again at once. `begun`: for tests. */
export async function drillWhenDue(
  { database, locks, logger, backups }: DrillDeps,
  stopping: AbortSignal,
  begun: (processId: number) => void = () => {},
): Promise<0> {
  if (backups?.drillDays == null) return 0;
  const { folder, scratch, drillDays: days } = backups;
  const prefix = scratchPrefix(folder);
  await locks.whileLocked('restore drill', async () => {
    await endKilled(database);
    await removeLeftovers(scratch, prefix);
    await forgetOldDrills(database, drillsKept);
    // Before the first backup there is nothing to restore; the dashboard says so.
    const backup = (await backupsIn(folder)).at(-1);
    const id = backup === undefined ? null : await beginDrill(database, { backup, days });
    if (id !== null) {
      const result = await runDrillChild({ folder, name: backup!, within: scratch, prefix }, stopping, begun);
      if (result.outcome !== 'passed') logger.error({ backup, ...result }, 'the restore drill did not pass');
      await database.transaction().execute(async (transaction) => {
        if ((await endDrill(transaction, id, result)) && result.outcome === 'failed')
          await tell(transaction, { problem: 'failed', backup: backup!, reason: result.reason });
      });
    }
    await database.transaction().execute(async (transaction) => {
      const since = await takeOverdue(transaction, days);
      if (since !== null) await tell(transaction, { problem: 'overdue', days: since });
    });
  });
  return 0;
}

type Told = Parameters<typeof notify>[2] & { kind: 'restoreDrill' };

const tell = async (transaction: Parameters<typeof notify>[0], data: Told['data']): Promise<void> =>
  notify(transaction, await advancedAdministrators(transaction, limits.reviewersTold), { kind: 'restoreDrill', data });
