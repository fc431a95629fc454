import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** People and departments whose data come from a directory, and the runs that bring them. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // `marker`: where the next run that reads only changes begins; it belongs to this revision of the platform.
  `create table directory_sync (
    platform_id uuid primary key references platform on delete cascade,
    timed boolean not null default false,
    departments boolean not null default true,
    marker text,
    marker_revision uuid,
    full_at timestamptz
  )`,
  // Who they are at the platform is in identity_link. `frozen_at` equals the account's as long as it was the run that froze them.
  `create table directory_person (
    user_id uuid primary key references user_account on delete cascade,
    platform_id uuid not null references platform on delete cascade,
    frozen_at timestamptz
  )`,
  `create index directory_person_platform on directory_person (platform_id)`,
  `create table directory_department (
    department_id uuid primary key references department on delete cascade,
    platform_id uuid not null references platform on delete cascade,
    subject text not null,
    unique (platform_id, subject)
  )`,
  `create table directory_run (
    id uuid primary key,
    platform_id uuid not null references platform on delete cascade,
    kind text not null check (kind in ('dry', 'now', 'timed')),
    state text not null check (state in ('waiting', 'reading', 'planned', 'applying', 'done', 'failed', 'cancelled')),
    revision uuid,
    complete boolean not null,
    marker text,
    cancel_asked boolean not null default false,
    too_many boolean not null default false,
    departments int not null default 0,
    people int not null default 0,
    same int not null default 0,
    error text,
    reason text,
    author_id uuid references user_account on delete set null,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    read_at timestamptz,
    ended_at timestamptz
  )`,
  // One at a time for a platform.
  `create unique index directory_run_open on directory_run (platform_id) where state in ('waiting', 'reading', 'applying')`,
  `create index directory_run_latest on directory_run (platform_id, created_at)`,
  // What the directory told of, and then what is to be done with it. Entries without a difference are deleted.
  `create table directory_entry (
    run_id uuid not null references directory_run on delete cascade,
    place int not null,
    of_person boolean not null,
    subject text not null,
    told jsonb,
    twice boolean not null default false,
    change text,
    conflict text,
    object_id uuid,
    name text not null,
    account_name text not null default '',
    differences jsonb not null default '[]',
    done boolean not null default false,
    primary key (run_id, place)
  )`,
  `create index directory_entry_subject on directory_entry (run_id, subject)`,
];
