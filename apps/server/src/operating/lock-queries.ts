/** Locks that a move takes among people who work, on the connection whose transaction switches. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { quoted } from './dump-queries.ts';

/** Below the second after which PostgreSQL looks for deadlocks: then somebody would fail, and it might be the move. */
const attemptMs = 400;
const pauseMs = 100;
const mostMs = 15_000;
const lockNotAvailable = '55P03';
const deadlock = '40P01';

/** Somebody else was in the way, so that it is worth trying again. */
export const wasInTheWay = (error: unknown): boolean => [lockNotAvailable, deadlock].includes((error as { code?: string }).code ?? '');

/**
 * Locks all these tables, or none and then tries again, so that whoever has changed one of them and needs another goes on in between. Within the
 * transaction of `client`, and before its snapshot is taken if this is its beginning. `cancelling`: a second connection, which ends the statements that
 * wait for what this transaction has locked already: they could never go on, and hold what is needed. Throws what PostgreSQL says after 15 seconds.
 */
export async function lockTables(
  client: PoolClient,
  { names, mode, cancelling }: { names: readonly string[]; mode: 'share' | 'share row exclusive' | 'exclusive'; cancelling?: PoolClient },
): Promise<void> {
  const { processID } = client as PoolClient & { processID: number };
  await client.query(`set local lock_timeout = '${attemptMs}ms'`);
  for (const began = performance.now(); ;) {
    await client.query('savepoint before_locks');
    try {
      await client.query(`lock table ${names.map(quoted).join(', ')} in ${mode} mode`);
      await client.query('release savepoint before_locks');
      break;
    } catch (error) {
      if (!wasInTheWay(error) || performance.now() - began > mostMs) throw error;
      await client.query('rollback to savepoint before_locks');
      await cancelling?.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and $1 = any(pg_blocking_pids(pid))`,
        [processID],
      );
      await sleep(pauseMs);
    }
  }
  await client.query('set local lock_timeout = 0');
}
