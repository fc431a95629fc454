import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Whether the person must choose a password of their own before anything else: an administrator knows the present one. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `alter table user_account add column must_change_password boolean not null default false`,
  `drop trigger user_standing on user_account`,
  `create trigger user_standing after update of frozen_at, expires_at, speed_limit, account_name, real_name, must_change_password on user_account
    for each row execute function signal_user()`,
];
