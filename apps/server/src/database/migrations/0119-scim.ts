import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Platforms that push people and groups (SCIM), and what they said of them. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `alter table platform
    drop constraint platform_protocol_check,
    add constraint platform_protocol_check check (protocol in ('oidc', 'ldap', 'ad', 'scim'))`,
  // `held_at`: too many were to be frozen, so nobody is until an administrator lets them through, up to `released_until`.
  `create table platform_scim (
    platform_id uuid primary key references platform on delete cascade,
    token_hash bytea,
    token_at timestamptz,
    used_at timestamptz,
    held_at timestamptz,
    released_until timestamptz,
    sign_in_platform_id uuid references platform on delete set null,
    sign_in_claim text not null
  )`,
  `create index platform_scim_sign_in on platform_scim (sign_in_platform_id)`,
  // `content`: what else was said of them. `stopped_at`: when they were frozen last, which the brake counts. Whoever is deleted keeps the row, to be found again.
  `create table scim_person (
    user_id uuid primary key references user_account on delete cascade,
    platform_id uuid not null references platform on delete cascade,
    user_name text not null,
    external_id text,
    content jsonb not null,
    stopped_at timestamptz,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    changed_at timestamptz not null default now()
  )`,
  `create unique index scim_person_name on scim_person (platform_id, lower(user_name))`,
  `create unique index scim_person_external on scim_person (platform_id, external_id)`,
  `create index scim_person_order on scim_person (platform_id, user_id) where deleted_at is null`,
  `create index scim_person_stopped on scim_person (platform_id, stopped_at)`,
  `create table scim_group (
    department_id uuid primary key references department on delete cascade,
    platform_id uuid not null references platform on delete cascade,
    name text not null,
    external_id text,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    changed_at timestamptz not null default now()
  )`,
  `create unique index scim_group_name on scim_group (platform_id, lower(name))`,
  `create unique index scim_group_external on scim_group (platform_id, external_id)`,
  // A person is in the department of the group to which they were added last.
  `create table scim_member (
    department_id uuid not null references scim_group on delete cascade,
    user_id uuid not null references scim_person on delete cascade,
    place bigint generated always as identity,
    primary key (department_id, user_id)
  )`,
  `create index scim_member_user on scim_member (user_id, place)`,
  // The latest requests that changed something or were refused, for administrators.
  `create table scim_request (
    id bigint generated always as identity primary key,
    platform_id uuid not null references platform on delete cascade,
    at timestamptz not null default now(),
    method text not null,
    resource text not null,
    name text not null,
    status int not null,
    failure text
  )`,
  `create index scim_request_latest on scim_request (platform_id, id)`,
];
