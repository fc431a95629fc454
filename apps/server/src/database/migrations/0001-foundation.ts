import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** People, sessions, spaces, files, content and uploads. */
// eslint-disable-next-line no-explicit-any -- the tables are made here
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create extension if not exists pg_trgm`,
  // Sorts by pinyin, and 第9章 before 第10章. Case and width matter last.
  `create collation zh_natural (provider = icu, locale = 'zh-u-kn-true')`,

  `create table department (
    id uuid primary key,
    parent_id uuid references department,
    name text not null,
    description text not null default '',
    created_at timestamptz not null default now()
  )`,
  `create unique index department_name on department (coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), lower(name))`,

  `create table user_account (
    id uuid primary key,
    account_name text not null,
    real_name text not null,
    phone text not null default '',
    email text not null default '',
    department_id uuid references department,
    password_hash text,
    frozen_at timestamptz,
    expires_at timestamptz,
    admin_role text check (admin_role in ('administrator')),
    speed_limit bigint check (speed_limit > 0),
    language text not null default 'zh-CN',
    skin text not null default 'auto',
    settings jsonb not null default '{}',
    agreement_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create unique index user_account_name on user_account (lower(account_name))`,

  `create table session (
    token_hash bytea primary key,
    id uuid not null unique,
    user_id uuid not null references user_account on delete cascade,
    kind text not null check (kind in ('browser', 'client')),
    created_at timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index session_by_user on session (user_id)`,
  `create index session_expiry on session (expires_at)`,

  // Wrong passwords by account and address. An address from which somebody signed in recently is not slowed by strangers.
  `create table sign_in_attempt (
    key text primary key,
    failures integer not null,
    blocked_until timestamptz not null,
    updated_at timestamptz not null default now()
  )`,
  `create table qr_sign_in (
    id text primary key,
    browser_hash bytea not null,
    state text not null check (state in ('waiting', 'scanned', 'confirmed', 'refused', 'used')),
    user_id uuid references user_account on delete cascade,
    expires_at timestamptz not null
  )`,

  `create table space (
    id uuid primary key,
    kind smallint not null check (kind between 1 and 4),
    owner_id uuid references user_account,
    root_id uuid not null,
    quota_bytes bigint check (quota_bytes >= 0),
    used_bytes bigint not null default 0 check (used_bytes >= 0),
    reserved_bytes bigint not null default 0 check (reserved_bytes >= 0),
    created_at timestamptz not null default now()
  )`,
  `create unique index space_personal on space (owner_id) where kind = 1`,

  `create table blob (
    id uuid primary key,
    size bigint not null check (size >= 0),
    md5 text not null,
    sha256 text,
    verified_at timestamptz,
    quarantined_at timestamptz,
    confuse jsonb,
    unneeded_since timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create unique index blob_content on blob (sha256, size) where verified_at is not null and quarantined_at is null`,
  `create index blob_md5 on blob (md5, size) where verified_at is not null and quarantined_at is null`,
  `create index blob_unverified on blob (created_at) where verified_at is null and quarantined_at is null`,
  `create index blob_unneeded on blob (unneeded_since) where unneeded_since is not null`,
  `create table replica (
    blob_id uuid not null references blob on delete cascade,
    bucket text not null,
    object_key text not null,
    state text not null default 'stored' check (state in ('stored', 'removing')),
    primary key (blob_id, bucket)
  )`,

  `create table instance (
    id uuid primary key,
    space_id uuid not null references space,
    parent_id uuid references instance,
    is_file boolean not null,
    name text not null,
    folded_name text not null,
    category smallint not null default 7,
    version integer not null default 1,
    blob_id uuid references blob,
    size bigint not null default 0,
    creator_id uuid not null references user_account,
    editor_id uuid not null references user_account,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    check (is_file = (blob_id is not null))
  )`,
  `create unique index instance_live_name on instance (parent_id, folded_name) where deleted_at is null`,
  // One index per order of the list, folders first: a page is an index range, however long the folder is.
  `create index instance_by_name on instance (parent_id, is_file, name collate zh_natural, id) where deleted_at is null`,
  `create index instance_by_size on instance (parent_id, is_file, size, id) where deleted_at is null`,
  `create index instance_by_update on instance (parent_id, is_file, updated_at, id) where deleted_at is null`,
  `create index instance_by_creation on instance (parent_id, is_file, created_at, id) where deleted_at is null`,
  `create index instance_by_category on instance (parent_id, is_file, category, id) where deleted_at is null`,
  `create index instance_parent on instance (parent_id)`,
  `create index instance_blob on instance (blob_id) where blob_id is not null`,
  `create index instance_space on instance (space_id) where deleted_at is null and is_file`,
  `alter table space add constraint space_root foreign key (root_id) references instance deferrable initially deferred`,

  // How many live items a folder has, updated by the statements that change it: a list reads its total from one row.
  `create table folder_count (
    folder_id uuid primary key references instance on delete cascade,
    folders integer not null default 0,
    files integer not null default 0
  )`,
  `create function count_children() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into folder_count as c (folder_id, folders, files)
          select parent_id, count(*) filter (where not is_file), count(*) filter (where is_file)
          from new_rows where parent_id is not null and deleted_at is null group by parent_id order by parent_id
          on conflict (folder_id) do update set folders = c.folders + excluded.folders, files = c.files + excluded.files;
      else
        insert into folder_count as c (folder_id, folders, files)
          select parent_id, coalesce(sum(by) filter (where not is_file), 0), coalesce(sum(by) filter (where is_file), 0) from (
            select parent_id, is_file, 1 as by from new_rows where parent_id is not null and deleted_at is null
            union all
            select parent_id, is_file, -1 from old_rows where parent_id is not null and deleted_at is null
          ) as changes group by parent_id having sum(by) filter (where not is_file) <> 0 or sum(by) filter (where is_file) <> 0 order by parent_id
          on conflict (folder_id) do update set folders = c.folders + excluded.folders, files = c.files + excluded.files;
      end if;
      return null;
    end $$`,
  `create trigger instance_inserted after insert on instance referencing new table as new_rows for each statement execute function count_children()`,
  `create trigger instance_updated after update on instance referencing old table as old_rows new table as new_rows for each statement execute function count_children()`,

  `create table version (
    instance_id uuid not null references instance on delete cascade,
    number integer not null,
    blob_id uuid not null references blob,
    size bigint not null,
    creator_id uuid not null references user_account,
    created_at timestamptz not null default now(),
    primary key (instance_id, number)
  )`,
  `create index version_blob on version (blob_id)`,

  `create table upload (
    id uuid primary key,
    user_id uuid not null references user_account on delete cascade,
    space_id uuid not null references space,
    parent_id uuid not null references instance,
    name text not null,
    size bigint not null,
    md5 text not null,
    object_key text not null unique,
    token text not null,
    part_size bigint not null,
    part_count integer not null,
    confuse jsonb,
    store_upload_id text,
    reserved_bytes bigint not null,
    state text not null default 'open' check (state in ('open', 'saved', 'removing')),
    instance_id uuid references instance,
    instance_version integer,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index upload_same_content on upload (user_id, md5, size) where state = 'open'`,
  `create index upload_expiry on upload (expires_at) where state <> 'saved'`,
  `create index upload_saved on upload (created_at) where state = 'saved'`,
  `create table instant_ticket (
    id text primary key,
    user_id uuid not null references user_account on delete cascade,
    parent_id uuid not null references instance,
    blob_id uuid not null references blob on delete cascade,
    nonce text not null,
    ranges jsonb not null,
    instance_id uuid references instance,
    expires_at timestamptz not null
  )`,
  `create index instant_ticket_expiry on instant_ticket (expires_at)`,

  `create table recycle (
    id uuid primary key,
    instance_id uuid not null unique references instance on delete cascade,
    space_id uuid not null references space,
    parent_id uuid not null references instance,
    deleted_by uuid not null references user_account,
    deleted_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index recycle_space on recycle (space_id, deleted_at)`,

  `create table service_config (code text primary key, value jsonb not null, note text not null default '')`,
  `create table server_secret (name text primary key, value bytea not null)`,
];
