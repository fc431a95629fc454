import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Which field was wrong is told to administrators, as it was told to the platform. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`alter table scim_request add column field text`.execute(database);
}
