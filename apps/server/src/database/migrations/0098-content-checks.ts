import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * How far the stored contents were read again, and which of them are not what was stored. `content_check` has one row. A process that reads
 * holds the turn for a short time, so a killed one keeps nobody else from it.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table content_check (
    one_row boolean primary key default true check (one_row),
    checked_to uuid not null default '00000000-0000-0000-0000-000000000000',
    pass_began_at timestamptz,
    pass_bytes bigint not null default 0,
    finished_at timestamptz,
    told_at timestamptz,
    holder uuid,
    held_until timestamptz
  )`,
  `insert into content_check default values`,
  `create table damaged_content (
    blob_id uuid primary key references blob on delete cascade,
    fault text not null check (fault in ('missing', 'damaged')),
    found_at timestamptz not null default now(),
    checked_at timestamptz not null default now()
  )`,
  `create index damaged_content_checked on damaged_content (checked_at)`,
];
