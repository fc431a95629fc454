import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** The list of finished transfers belongs to the person, not to the browser. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // No foreign keys to files: a record outlives the file.
  `create table finished_transfer (
    user_id uuid not null references user_account on delete cascade,
    id uuid not null,
    file_name text not null,
    file_size bigint not null,
    transfer_type text not null check (transfer_type in ('upload', 'download')),
    parent_names jsonb not null,
    parent_id uuid,
    file_id uuid not null,
    finished_at timestamptz not null default clock_timestamp(),
    primary key (user_id, id)
  )`,
  `create index finished_transfer_by_time on finished_transfer (user_id, finished_at desc, id)`,
  `create index finished_transfer_age on finished_transfer (finished_at)`,
];
