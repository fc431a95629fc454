import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * People have three names: the account name for signing in, the display name and the full name. A person without a display name is shown by
 * the account name.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`alter table user_account add column user_name text check (char_length(user_name) between 5 and 120)`.execute(database);
}
