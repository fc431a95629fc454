import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** What came of uploads that had no row before they were saved, so that a repeated save gets the same file. No keys: only `upload` reads it. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table saved_upload (
    object_key text primary key,
    -- Null while it is being saved.
    instance_id uuid,
    saved_at timestamptz not null default now()
  )`,
  `create index saved_upload_age on saved_upload (saved_at)`,
];
