import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Who requested access to what, and the outcome. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // `instance_id` is what was requested, whether it exists or not, so that a request reveals nothing. `told_at`: when those who may answer
  // were notified. While it is null, nobody was, and from `look_at` on the server looks for them again.
  `create table access_request (
    id uuid primary key,
    asker_id uuid not null references user_account on delete cascade,
    instance_id uuid not null,
    item text not null,
    message text not null,
    state text not null default 'open' check (state in ('open', 'granted', 'declined', 'withdrawn', 'ended')),
    created_at timestamptz not null default now(),
    look_at timestamptz not null default now(),
    told_at timestamptz,
    answered_at timestamptz,
    answered_by uuid references user_account,
    level text,
    expires_at timestamptz
  )`,
  `create unique index access_request_once on access_request (asker_id, instance_id) where state = 'open'`,
  `create index access_request_day on access_request (asker_id, created_at)`,
  `create index access_request_open on access_request (look_at) where state = 'open' and told_at is null`,
  `create index access_request_age on access_request (created_at) where state = 'open'`,
];
