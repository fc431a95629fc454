import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** The company's own sign-in servers, who is who there, and the sign-ins that are under way or open. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // `secret` is sealed for this row and its issuer. A new `revision` ends the sign-ins that are under way.
  `create table platform (
    id uuid primary key,
    name text not null check (char_length(name) between 1 and 64),
    protocol text not null check (protocol in ('oidc')),
    issuer text not null,
    client_id text not null,
    secret bytea,
    scopes text not null,
    algorithm text not null,
    account_name_claim text not null,
    real_name_claim text not null,
    mail_claim text not null,
    matches_accounts boolean not null,
    creates_accounts boolean not null,
    enabled boolean not null,
    is_the_sign_in boolean not null,
    revision uuid not null,
    changed_at timestamptz not null default now()
  )`,
  `create unique index platform_name on platform (lower(name))`,
  `create unique index platform_the_sign_in on platform (is_the_sign_in) where is_the_sign_in`,
  // Who somebody is, is the issuer's name for them, which is never given to another. A person is one there, and the other way round.
  `create table identity_link (
    platform_id uuid not null references platform on delete cascade,
    issuer text not null,
    subject text not null,
    user_id uuid not null references user_account on delete cascade,
    created_at timestamptz not null default now(),
    signed_in_at timestamptz not null default now(),
    primary key (platform_id, issuer, subject),
    unique (user_id, platform_id, issuer)
  )`,
  `create table sign_in_flow (
    state_hash bytea primary key,
    browser_hash bytea not null,
    platform_id uuid not null references platform on delete cascade,
    revision uuid not null,
    nonce text not null,
    verifier text not null,
    redirect text not null,
    return_to text not null,
    expires_at timestamptz not null
  )`,
  `create index sign_in_flow_expiry on sign_in_flow (expires_at)`,
  `create index sign_in_flow_platform on sign_in_flow (platform_id)`,
  // Written before its session, in the same transaction.
  `create table platform_session (
    session_id uuid primary key references session (id) on delete cascade deferrable initially deferred,
    platform_id uuid not null references platform on delete cascade,
    issuer text not null,
    subject text not null,
    provider_session text,
    sign_out text
  )`,
  `create index platform_session_subject on platform_session (platform_id, subject)`,
];
