import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Whoever has such a role has to set up a second factor before anything else. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`alter table role add column needs_second_factor boolean not null default false`.execute(database);
}
