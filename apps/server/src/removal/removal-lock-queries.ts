/**
 * Removal from the store can be held: for as long as a backup copies what the database referred to at one moment, nothing of it may go. The hold is a
 * lock of PostgreSQL on the connection of who holds, so it cannot outlive a killed process.
 */
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { PoolClient } from 'pg';
import type { Tables } from '../database/index.ts';

const holdKey = 7_402_250_190;

/** False while somebody holds removal. True: nobody can, until the transaction ends. */
export async function mayRemove(transaction: Transaction<Tables>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select pg_try_advisory_xact_lock_shared(${sql.lit(holdKey)}) as may`.execute(transaction);
  return rows[0]!.may;
}

/** Waits up to a minute for removals under way. False: somebody else holds. Ends with `endHold`, or with the connection. */
export async function holdRemoval(client: PoolClient): Promise<boolean> {
  await client.query(`set lock_timeout = '60s'`);
  try {
    await client.query(`select pg_advisory_lock(${holdKey})`);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '55P03') return false;
    throw error;
  } finally {
    await client.query('set lock_timeout = 0');
  }
}

/** False if removal was not held by this connection. */
export async function endHold(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(`select pg_advisory_unlock(${holdKey}) as held`);
  return rows[0]!.held;
}
