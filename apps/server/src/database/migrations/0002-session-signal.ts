import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Notifies every process at once when a session ends or a person's account changes, so that cached answers are dropped. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create function signal_session() returns trigger language plpgsql as $$
    begin perform pg_notify('alcove_session', old.user_id::text); return null; end $$`,
  `create function signal_user() returns trigger language plpgsql as $$
    begin perform pg_notify('alcove_session', old.id::text); return null; end $$`,
  `create trigger session_ended after delete on session for each row execute function signal_session()`,
  `create trigger user_standing after update of frozen_at, expires_at, admin_role, speed_limit, account_name, real_name on user_account for each row execute function signal_user()`,
];
