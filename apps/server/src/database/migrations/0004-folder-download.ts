import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Tickets to download a selection as one ZIP, and the checksum that a ZIP needs for each content. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table folder_download (
    id text primary key,
    user_id uuid not null references user_account on delete cascade,
    instance_ids uuid[] not null,
    file_name text not null,
    language text not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index folder_download_expiry on folder_download (expires_at)`,
  // Of the plain bytes. Null until the server has read them itself; contents that were verified before stay null.
  `alter table blob add column crc32 bigint check (crc32 between 0 and 4294967295)`,
];
