import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Notifications, and who has been welcomed. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // Ids sort by time. `subject_id` names what a decision is about. It is no foreign key to a file, because a notification outlives it.
  `create table notice (
    id uuid primary key,
    user_id uuid not null references user_account on delete cascade,
    kind text not null,
    data jsonb not null,
    subject_id uuid,
    created_at timestamptz not null default now(),
    read_at timestamptz,
    settled_at timestamptz
  )`,
  `create index notice_by_time on notice (user_id, id desc)`,
  `create index notice_unread on notice (user_id, id desc) where read_at is null`,
  `create index notice_todo on notice (user_id, id desc) where subject_id is not null and settled_at is null`,
  `create index notice_subject on notice (subject_id) where subject_id is not null and settled_at is null`,
  `create index notice_age on notice (read_at) where read_at is not null`,
  `alter table user_account add column welcomed_at timestamptz`,
  // People who have signed in before are not new.
  `update user_account set welcomed_at = now() where agreement_at is not null or exists (select from session where user_id = user_account.id)`,
];
