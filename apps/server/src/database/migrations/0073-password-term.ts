import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Since when the password is in use. Those that exist count from now on, so that nobody is surprised by the first term. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`alter table user_account add column password_at timestamptz not null default now()`.execute(database);
}
