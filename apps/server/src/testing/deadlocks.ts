import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';

/** A PostgreSQL process reports its statistics at most once a second, at the end of a statement. */
const toldEveryMs = 1100;
/** More than a pool has connections, so that each of them reports. */
const connections = 20;

/** How many transactions PostgreSQL has ended in this database because of a deadlock, including those that were repeated afterwards. */
export async function countDeadlocks(database: Kysely<Tables>): Promise<number> {
  await sleep(toldEveryMs);
  await Promise.all(Array.from({ length: connections }, () => sql`select pg_sleep(0.02)`.execute(database)));
  const { rows } = await sql<{ deadlocks: number }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(
    database,
  );
  return rows[0]!.deadlocks;
}
