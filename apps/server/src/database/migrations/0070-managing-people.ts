import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Administrators list and count all people of a department, not only those who can sign in. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // The people of a department, counted and sorted by reading. The included columns say who can sign in, without reading the row.
  `drop index user_account_listed`,
  `create index user_account_listed on user_account (department_id, (left(search_text, 64)) collate "C", id) include (expires_at, frozen_at)`,
];
