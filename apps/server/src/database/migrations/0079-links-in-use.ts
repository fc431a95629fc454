import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** How far a link is verified, how often it was used, whom it names, and how long a visit lasts. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `alter table link
    add column scan_state text not null default 'waiting' check (scan_state in ('waiting', 'running', 'passed', 'skipped', 'failed')),
    add column scan_done integer not null default 0,
    add column scan_total integer not null default 0,
    add column review_state text not null default 'waiting' check (review_state in ('waiting', 'running', 'passed', 'skipped', 'failed')),
    add column reason text check (reason in ('ended', 'visits', 'unvisited', 'deleted', 'sensitive', 'rights', 'rules', 'refused')),
    add column reason_text text not null default '',
    add column visits integer not null default 0,
    add column downloads integer not null default 0,
    add column saves integer not null default 0,
    add column visited_at timestamptz,
    add column changed_at timestamptz not null default now()`,
  `create table link_person (
    link_id uuid not null references link on delete cascade,
    user_id uuid not null references user_account,
    primary key (link_id, user_id)
  )`,
  `create index link_person_user on link_person (user_id)`,
  `alter table link_visitor
    add column agent text not null default '',
    add column expires_at timestamptz not null,
    add column counted_at timestamptz`,
  `create table link_taking (
    id bigint generated always as identity primary key,
    link_id uuid not null references link on delete cascade,
    visitor_id uuid not null references link_visitor on delete cascade,
    deed text not null check (deed in ('preview', 'download', 'save', 'upload')),
    instance_id uuid not null,
    instance_name text not null,
    taken_at timestamptz not null default now()
  )`,
  `create index link_taking_visitor on link_taking (visitor_id, id)`,
  `create index link_taking_link on link_taking (link_id)`,
];
