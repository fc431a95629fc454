import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** What people have beside their password: authenticator apps, passkeys, recovery codes, and sign-ins that wait for one of them. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // `secret` is sealed for this person. No code of `last_step`, or of an earlier one, is accepted any more.
  `create table totp_factor (
    user_id uuid primary key references user_account on delete cascade,
    secret bytea not null,
    last_step bigint not null,
    created_at timestamptz not null default now()
  )`,
  // A secret that was shown and is not in use until a code of it is given.
  `create table totp_enrolment (
    user_id uuid primary key references user_account on delete cascade,
    secret bytea not null,
    expires_at timestamptz not null
  )`,
  `create index totp_enrolment_expiry on totp_enrolment (expires_at)`,
  `create table recovery_code (
    user_id uuid not null references user_account on delete cascade,
    hash bytea not null,
    used_at timestamptz,
    primary key (user_id, hash)
  )`,
  `create table passkey (
    id uuid primary key,
    user_id uuid not null references user_account on delete cascade,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    name text not null check (char_length(name) between 1 and 64),
    created_at timestamptz not null default now(),
    used_at timestamptz
  )`,
  `create index passkey_person on passkey (user_id)`,
  // Each is answered once, by the browser or the session that asked for it.
  `create table passkey_challenge (
    challenge text primary key,
    bound_to bytea not null,
    user_id uuid references user_account on delete cascade,
    expires_at timestamptz not null
  )`,
  `create index passkey_challenge_expiry on passkey_challenge (expires_at)`,
  // Somebody proved who they are, as one of the three columns says, and has to give their second factor. It is no session.
  `create table sign_in_step (
    token_hash bytea primary key,
    user_id uuid not null references user_account on delete cascade,
    kind text not null check (kind in ('browser', 'client')),
    password_hash text,
    first_secret bytea,
    platform jsonb,
    return_to text,
    expires_at timestamptz not null,
    check (num_nonnulls(password_hash, first_secret, platform) = 1)
  )`,
  `create index sign_in_step_expiry on sign_in_step (expires_at)`,
  `create index sign_in_step_person on sign_in_step (user_id)`,
  // When the person last proved who they are.
  `alter table session add column proved_at timestamptz not null default now()`,
  `alter table platform add column asks_second_factor boolean not null default false`,
  // What a person must have and has decides which calls are answered, so every process hears of it.
  `create function second_factor_changed() returns trigger language plpgsql as $$
    begin perform pg_notify('alcove_session', coalesce(new.user_id, old.user_id)::text); return null; end $$`,
  `create trigger totp_factor_changed after insert or delete on totp_factor for each row execute function second_factor_changed()`,
  // Whoever left has nothing to sign in with.
  `create function end_second_factors() returns trigger language plpgsql as $$
    begin
      delete from totp_factor where user_id = new.id;
      delete from totp_enrolment where user_id = new.id;
      delete from recovery_code where user_id = new.id;
      delete from passkey where user_id = new.id;
      delete from sign_in_step where user_id = new.id;
      return null;
    end $$`,
  `create trigger second_factors_end after update of left_at on user_account for each row when (new.left_at is not null) execute function end_second_factors()`,
  `create trigger passkey_changed after insert or delete on passkey for each row execute function second_factor_changed()`,
];
