import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * A search by network compares the address of each entry that its keys name. With the address in the index of the ids, it need not read the
 * entries themselves, which lie in ten thousand pages. The index suffices only for pages that were vacuumed since, so new entries do not wait for a fifth of
 * the log.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`alter table audit_log drop constraint audit_log_pkey, add primary key (id) include (address)`.execute(database);
  await sql`alter table audit_log set (autovacuum_vacuum_insert_scale_factor = 0.01)`.execute(database);
}
