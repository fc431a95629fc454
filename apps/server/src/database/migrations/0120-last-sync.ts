import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** When everything that a directory said was last applied. Runs are kept for a while only. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`alter table directory_sync add column synced_at timestamptz`.execute(database);
  await sql`
    update directory_sync s set synced_at = (
      select max(ended_at) from directory_run r where r.platform_id = s.platform_id and r.state = 'done')`.execute(database);
}
