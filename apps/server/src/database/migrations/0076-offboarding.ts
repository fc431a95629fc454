import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * People who leave: their account stays, frozen for good, because others' items name it. The offboarding and its steps are kept with it: they
 * are the report. An account name of a leaver is free again after ninety days.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `alter table user_account add column left_at timestamptz, add constraint leavers_are_frozen check (left_at is null or frozen_at is not null)`,
  `create index user_account_left on user_account (left_at) where left_at is not null`,
  // Lists and counts of a department leave out who left, without reading the row.
  `drop index user_account_listed`,
  `create index user_account_listed on user_account (department_id, (left(search_text, 64)) collate "C", id) include (expires_at, frozen_at, left_at)`,
  `create table offboarding (
    user_id uuid primary key references user_account,
    officer_id uuid not null references user_account,
    task_id uuid not null,
    successors jsonb not null,
    department_name text not null default '',
    begun_at timestamptz not null default now(),
    passed_at timestamptz,
    error text,
    error_details jsonb not null default '{}',
    ended_at timestamptz,
    kept_until timestamptz,
    removing_at timestamptz,
    removed_at timestamptz
  )`,
  `create index offboarding_kept on offboarding (kept_until) where kept_until is not null and removed_at is null`,
  `create table offboarding_step (
    id uuid primary key,
    user_id uuid not null references offboarding,
    part text not null,
    line_id text not null default '',
    line_name text not null default '',
    counts jsonb not null default '{}',
    successor_id uuid references user_account,
    outcome text not null check (outcome in ('done', 'kept', 'gone')),
    done_at timestamptz not null default now()
  )`,
  `create index offboarding_step_of on offboarding_step (user_id, id)`,
  // What somebody gave, started or is asked for is found without reading everybody's.
  `create index file_grant_grantor on file_grant (grantor_id)`,
  `create index instant_ticket_user on instant_ticket (user_id)`,
  `create index folder_download_user on folder_download (user_id)`,
  `create index qr_sign_in_user on qr_sign_in (user_id) where user_id is not null`,
  `create index group_handover_receiver on group_handover (receiver_id) where state = 'waiting'`,
];
