import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * Who did, read or was refused what, and when. Rows are only inserted. They name their objects as these were called then, without foreign
 * keys: an entry outlives what it is about, and a save does not pay for a check.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table audit_log (
    id bigint generated always as identity primary key,
    at timestamptz not null default clock_timestamp(),
    deed text not null check (deed in ('change', 'read', 'preview', 'download', 'session')),
    action text not null,
    result int not null,
    actor_kind text not null check (actor_kind in ('person', 'unknown', 'system')),
    person_id uuid,
    actor_name text,
    object_kind text,
    object_id uuid,
    object_name text,
    space_id uuid,
    space_name text,
    folder_id uuid,
    folder_name text,
    address text,
    device text,
    agent text,
    trace_id text,
    detail jsonb
  )`,
  // Time and id rise together, so the ranges of a small index are enough to find a time.
  `create index audit_log_at on audit_log using brin (at) with (pages_per_range = 32)`,
  `create index audit_log_person on audit_log (person_id, id)`,
  `create index audit_log_object on audit_log (object_id, id) where object_id is not null`,
  `create index audit_log_action on audit_log (action, id)`,
  `create function audit_log_is_kept() returns trigger language plpgsql as $$
    begin raise exception 'entries of the audit log are not changed or deleted' using errcode = 'restrict_violation'; end $$`,
  `create trigger audit_log_is_kept before update or delete or truncate on audit_log for each statement execute function audit_log_is_kept()`,
];
