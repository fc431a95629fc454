import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** The browsers and clients in which a person signed in, how each session was opened, and which browser shows a code to be scanned. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // `asked`: its person was asked whether it is theirs. `refused`: it is not. `opened_by`: the device in which a sign-in here was confirmed.
  `create table known_device (
    id uuid primary key,
    user_id uuid not null references user_account on delete cascade,
    name text not null,
    state text not null check (state in ('known', 'asked', 'refused')),
    opened_by uuid references known_device on delete set null,
    since timestamptz not null default now(),
    used_at timestamptz not null default now(),
    unique (user_id, name)
  )`,
  `create index known_device_opened on known_device (opened_by) where opened_by is not null`,
  `create index known_device_used on known_device (used_at)`,
  // Sessions that are open now stay without either.
  `alter table session add column device_id uuid references known_device on delete set null,
    add column way text check (way in ('password', 'platform', 'qr', 'session'))`,
  `create index session_device on session (device_id) where device_id is not null`,
  // Somebody else may know the password: it signs in only where the person did before, until it is changed.
  `alter table user_account add column password_doubted boolean not null default false`,
  // Whoever left signs in nowhere.
  `create function end_devices() returns trigger language plpgsql as $$
    begin delete from known_device where user_id = new.id; return null; end $$`,
  `create trigger devices_end after update of left_at on user_account for each row when (new.left_at is not null) execute function end_devices()`,
  `alter table qr_sign_in add column agent text not null default '', add column address text not null default '',
    add column created_at timestamptz not null default now(), add column session_id uuid`,
];
