import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * External links. The grant of a link is the live link, so the grants get a kind for it; these tables keep what the link is like and who came
 * through it.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table link (
    id uuid primary key,
    path text not null unique check (path ~ '^[A-Za-z0-9_-]{22,64}$'),
    instance_id uuid not null references instance on delete cascade,
    creator_id uuid not null references user_account,
    name text not null,
    password_hash text,
    permissions text[] not null check (permissions <@ array['preview', 'download', 'edit', 'upload'] and cardinality(permissions) > 0
      and (not 'upload' = any(permissions) or permissions <@ array['upload'])),
    visitor_type text not null check (visitor_type in ('everyone', 'login', 'persons')),
    validity text not null check (validity in ('employment', '3d', '1w', '1m', '3m', 'custom')),
    expires_at timestamptz,
    visit_limit integer check (visit_limit between 1 and 9999),
    watermark text not null default 'default' check (watermark in ('default', 'none')),
    note text not null default '',
    state text not null default 'verifying' check (state in ('verifying', 'valid', 'expired', 'failed')),
    created_at timestamptz not null default now(),
    check ((validity = 'employment') = (expires_at is null))
  )`,
  `create index link_instance on link (instance_id)`,
  `create index link_creator on link (creator_id, created_at)`,
  `create table link_visitor (
    id uuid primary key,
    link_id uuid not null references link on delete cascade,
    token_hash bytea not null unique,
    person_id uuid references user_account,
    address text not null,
    created_at timestamptz not null default now(),
    seen_at timestamptz not null default now()
  )`,
  `create index link_visitor_of on link_visitor (link_id, created_at)`,
  `alter table file_grant drop constraint file_grant_subject_kind_check, drop constraint file_grant_source_kind_check,
    add constraint file_grant_subject_kind_check check (subject_kind in ('person', 'department', 'link')),
    add constraint file_grant_source_kind_check check (source_kind in ('group', 'department', 'share', 'link')),
    add constraint file_grant_of_link check ((source_kind = 'link') = (subject_kind = 'link') and (source_kind <> 'link' or source_id = subject_id))`,
  // The visitor who uploaded it; \`creator_id\` is the creator of their link. No foreign key: the item outlasts the link.
  `alter table instance add column visitor_id uuid`,
  // Visitors' lists leave out what is highly sensitive.
  `create index instance_high on instance (space_id, parent_id) where sensitivity = 'high'`,
];
