import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * How many people a platform has that pushes them, so that not each one who leaves counts them all. And entries of a run are read by their place alone: an
 * index by their subject misled PostgreSQL.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`alter table platform_scim add column people int, add column counted_at timestamptz`.execute(database);
  await sql`drop index directory_entry_subject`.execute(database);
}
