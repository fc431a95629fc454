import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** What the desktop client reported last in a session, so that reporting it again leaves no second entry in the log. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`alter table session add column reported_agent text`.execute(database);
}
