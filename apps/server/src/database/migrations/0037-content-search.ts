import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** The text inside files, stored once per content, and how far each content has been read. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table blob_text (
    blob_id uuid primary key references blob on delete cascade,
    text text not null,
    keys integer[] not null
  )`,
  `create index blob_text_keys on blob_text using gin (keys) with (fastupdate = off)`,
  // Null: waiting to be read. `later`: the program that reads it is not installed.
  `alter table blob add column text_state text check (text_state in ('read', 'none', 'later'))`,
  `create index blob_unread on blob (created_at) where text_state is null and verified_at is not null and quarantined_at is null`,
  `create index blob_read_later on blob (id) where text_state = 'later'`,
];
