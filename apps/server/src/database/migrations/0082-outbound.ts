import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** What may go outside the company: rules for contents, what they found, and what reviewers decide. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `alter table blob drop constraint blob_text_state_check`,
  // `unread`: a document whose text stays unknown. Until now it counted as one without text, so these are read again.
  `alter table blob add constraint blob_text_state_check check (text_state in ('read', 'none', 'unread', 'later', 'slow'))`,
  `update blob set text_state = null where text_state = 'none' and id in (
    select version.blob_id from version join instance on instance.id = version.instance_id
    where instance.name ~* '\\.(pdf|docx?|xlsx?|pptx?|rtf|wps|et|dps|od[tsp])$')`,
  `alter table blob_text add column cut boolean not null default false`,
  `update blob_text set cut = true where length(text) > 1000000`,
  `create sequence dlp_revision`,
  `create table dlp_rule (
    id uuid primary key,
    name text not null,
    kind text not null check (kind in ('keyword', 'pattern', 'suffix', 'size', 'sensitivity')),
    value text not null,
    action text not null check (action in ('review', 'refuse')),
    enabled boolean not null default true,
    revision integer not null unique default nextval('dlp_revision'),
    updated_at timestamptz not null default now()
  )`,
  `create table dlp_version (version integer not null, only_row boolean primary key default true check (only_row))`,
  `insert into dlp_version (version) values (0)`,
  `create table dlp_hits (
    blob_id uuid primary key references blob on delete cascade,
    judged integer[] not null,
    found integer[] not null,
    unread boolean not null default false
  )`,
  `create table link_check (
    link_id uuid primary key references link on delete cascade,
    terms jsonb not null,
    look_at timestamptz not null default now(),
    looked_at timestamptz
  )`,
  `create index link_check_look on link_check (look_at)`,
  `create table review (
    id uuid primary key,
    link_id uuid references link on delete set null,
    creator_id uuid not null references user_account,
    instance_id uuid not null,
    instance_name text not null,
    is_file boolean not null,
    link_name text not null,
    note text not null,
    terms jsonb not null,
    state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'ended')),
    further boolean not null,
    holds boolean not null default true,
    files integer not null,
    bytes bigint not null,
    findings integer not null,
    rules_version integer not null,
    digest bytea not null,
    asked_at timestamptz not null default now(),
    decided_at timestamptz,
    decided_by uuid references user_account,
    reason text not null default '',
    check ((state in ('approved', 'refused')) = (decided_by is not null)),
    check ((state = 'waiting') = (decided_at is null))
  )`,
  `create unique index review_waiting_once on review (link_id) where state = 'waiting'`,
  `create index review_waiting on review (asked_at, id) where state = 'waiting'`,
  `create index review_decided on review (decided_at, id) where state <> 'waiting'`,
  `create index review_link on review (link_id)`,
  `create index review_creator on review (creator_id, asked_at)`,
  `create table review_file (
    review_id uuid not null references review on delete cascade,
    place integer not null,
    instance_id uuid not null,
    blob_id uuid,
    name text not null,
    sensitivity text not null check (sensitivity in ('normal', 'internal', 'high')),
    size bigint not null,
    version integer not null,
    category integer not null,
    path text not null,
    found text[] not null,
    primary key (review_id, place)
  )`,
  `create index review_file_instance on review_file (instance_id)`,
];
