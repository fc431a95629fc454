import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * The chain over the audit log, how far it is sealed outside the database, and the one way to remove entries whose term has ended
 * (decision 0083).
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table audit_log_hash (
    id bigint primary key,
    hash bytea not null check (length(hash) = 32)
  )`,
  // One row. What it says is a help and never evidence: whoever owns the database can write it.
  `create table audit_seal_state (
    one_row boolean primary key default true check (one_row),
    newest_key text,
    newest_hash text,
    sealed_to bigint not null default 0,
    sealed_at timestamptz not null default now(),
    oldest_key text,
    sealing_fault jsonb,
    checking_fault jsonb,
    late boolean not null default false,
    faults int not null default 0,
    checked_key text,
    checked_to bigint not null default 0,
    checked_at timestamptz
  )`,
  `insert into audit_seal_state default values`,
  `create or replace function audit_log_is_kept() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and current_setting('alcove.log_term', true) = 'ended' then return null; end if;
      raise exception 'entries of the audit log are not changed or deleted' using errcode = 'restrict_violation';
    end $$`,
  `create trigger audit_log_hash_is_kept before update or delete or truncate on audit_log_hash for each statement execute function audit_log_is_kept()`,
  `create function audit_log_is_old() returns trigger language plpgsql as $$
    begin
      if exists (select from gone where at > now() - interval '180 days') then
        raise exception 'entries of the last 180 days are not deleted' using errcode = 'restrict_violation';
      end if;
      return null;
    end $$`,
  `create trigger audit_log_is_old after delete on audit_log referencing old table as gone for each statement execute function audit_log_is_old()`,
  // Removes the oldest entries, and of the hashes all but that of the last one, where the chain goes on. Returns how many entries.
  `create function audit_log_forget(upto bigint, most int) returns int language plpgsql as $$
    declare removed int;
    begin
      perform set_config('alcove.log_term', 'ended', true);
      delete from audit_log where id in (select id from audit_log where id <= upto order by id limit most);
      get diagnostics removed = row_count;
      delete from audit_log_hash where id in (select id from audit_log_hash where id < upto order by id limit most);
      perform set_config('alcove.log_term', '', true);
      return removed;
    end $$`,
];
