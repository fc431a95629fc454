import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * Counts of requests to limited calls. Unlogged, because a count costs a write and may be lost with a crash of PostgreSQL. Nothing but the
 * key is indexed, so that counting again rewrites no index.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`create unlogged table call_count (key text primary key, empty_at timestamptz not null) with (fillfactor = 70)`.execute(
    database,
  );
}
