import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * What finds entries of the audit log: keys of each, written by a job after the entry, so that no request pays for them, and how many entries
 * each quarter of an hour has. Also the regions of the company.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table audit_log_key (id bigint primary key, keys int[] not null)`,
  // The pending list sorts the keys of many entries before they go into the index: with it, the job writes them faster.
  `create index audit_log_key_keys on audit_log_key using gin (keys) with (fastupdate = on)`,
  // The statistics of arrays are of no use here, and large.
  `alter table audit_log_key alter column keys set statistics 10`,
  `create table audit_log_read (
    single boolean primary key default true check (single),
    read_to bigint not null default 0,
    seen_to bigint not null default 0,
    seen_by xid8
  )`,
  `insert into audit_log_read default values`,
  `create table audit_log_quarter (
    at timestamptz primary key,
    refused bigint not null,
    changes bigint not null,
    others bigint not null
  )`,
  // An entry's address is text, because a proxy may have sent anything.
  `create function address_of(given text) returns inet language plpgsql immutable strict as $$
    begin return regexp_replace(given, '^::ffff:(?=\\d+\\.)', '', 'i')::inet; exception when data_exception then return null; end $$`,
  `create table region (
    id uuid primary key,
    name text not null,
    networks cidr[] not null,
    note text not null,
    updated_at timestamptz not null default now()
  )`,
  `create unique index region_name on region (lower(name))`,
];
