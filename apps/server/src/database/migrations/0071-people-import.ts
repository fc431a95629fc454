import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * Secrets of people who have no password yet: each opens one session, in which its owner sets a password. Only the hash is stored. Whatever
 * ends sessions, such as a freeze or a new password, ends the secret too.
 *
 * Imports of people: the checked rows of a sheet, and what became of them.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table first_secret (
    user_id uuid primary key references user_account on delete cascade,
    hash bytea not null,
    expires_at timestamptz not null,
    session_id uuid
  )`,
  `create index first_secret_expiry on first_secret (expires_at)`,
  `create or replace function end_what_was_opened() returns trigger language plpgsql as $$
    declare
      barred boolean := new.frozen_at is distinct from old.frozen_at
        or new.expires_at is distinct from old.expires_at and (coalesce(new.expires_at <= now(), false) or coalesce(old.expires_at <= now(), false));
    begin
      if not barred and new.password_hash is not distinct from old.password_hash then return null; end if;
      delete from session where user_id = new.id and id::text is distinct from current_setting('alcove.kept_session', true);
      delete from first_secret where user_id = new.id;
      update qr_sign_in set state = 'refused' where user_id = new.id and state in ('scanned', 'confirmed');
      if barred then
        delete from instant_ticket where user_id = new.id;
        delete from folder_download where user_id = new.id;
      end if;
      return null;
    end $$`,
  `create table people_import (
    id uuid primary key,
    author_id uuid not null references user_account on delete cascade,
    file_name text not null,
    places jsonb not null,
    rows integer not null default 0,
    valid integer not null default 0,
    errors integer not null default 0,
    created_at timestamptz not null default now(),
    checked_at timestamptz,
    run_at timestamptz,
    task_id uuid,
    secrets_round integer not null default 0
  )`,
  `create index people_import_author on people_import (author_id, created_at)`,
  `create index people_import_kept on people_import (coalesce(run_at, created_at))`,
  `create table people_import_row (
    import_id uuid not null references people_import on delete cascade,
    row integer not null,
    account_name text not null,
    person jsonb,
    problems jsonb not null default '[]',
    user_id uuid references user_account on delete set null,
    primary key (import_id, row)
  )`,
  `create index people_import_row_user on people_import_row (user_id) where user_id is not null`,
];
