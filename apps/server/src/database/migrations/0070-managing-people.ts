import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * Administrators list all people by name, account, age, validity and last use, and count those of a department, also people who cannot sign
 * in. The last use is kept after the sessions. It has a table of its own: a sign-in locks the account, and whoever works with it would wait
 * for an administrator who changes it.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // The people of a department, counted and sorted by reading. The included columns say who can sign in, without reading the row.
  `drop index user_account_listed`,
  `create index user_account_listed on user_account (department_id, (left(search_text, 64)) collate "C", id) include (expires_at, frozen_at)`,
  // The orders of the list. By account name, the index of its unique names serves.
  `create index user_account_by_reading on user_account ((left(search_text, 64)) collate "C", id)`,
  `create index user_account_by_age on user_account (created_at, id)`,
  `create index user_account_by_expiry on user_account (expires_at, id)`,
  `create index user_account_phone on user_account using gin (regexp_replace(phone, '[^0-9]', '', 'g') gin_trgm_ops)`,
  `create table last_seen (user_id uuid primary key references user_account on delete cascade, seen_at timestamptz)`,
  `insert into last_seen (user_id, seen_at) select u.id, (select max(s.seen_at) from session s where s.user_id = u.id) from user_account u`,
  `create index last_seen_order on last_seen (seen_at nulls first, user_id)`,
  `create function account_is_unseen() returns trigger language plpgsql as $$
    begin insert into last_seen (user_id) values (new.id); return null; end $$`,
  `create trigger account_unseen after insert on user_account for each row execute function account_is_unseen()`,
];
