/**
 * All changes can be held while the system is moved. The hold is a lock of PostgreSQL on the connection of the command that moves, so it
 * ends with the command, however that ends, and no restart of a server forgets it.
 */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { PoolClient } from 'pg';
import type { Tables } from '../database/index.ts';

const holdKey = 7_402_250_191;

export async function isHeld(database: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory' and granted and mode = 'ExclusiveLock' and objsubid = 1
      and (classid::bigint << 32 | objid::bigint) = ${sql.lit(holdKey)}
      and database = (select oid from pg_database where datname = current_database())) as held`.execute(database);
  return rows[0]!.held;
}

/** False: another command holds. All processes are told. */
export async function holdChanges(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_lock(${holdKey}) as held`);
  if (rows[0]!.held) await tellProcesses(client);
  return rows[0]!.held;
}

export async function letChangesGo(client: PoolClient): Promise<void> {
  await client.query(`select pg_advisory_unlock(${holdKey})`);
  await tellProcesses(client);
}

export const tellProcesses = async (client: PoolClient): Promise<void> => void (await client.query(`select pg_notify('alcove_hold', '')`));
