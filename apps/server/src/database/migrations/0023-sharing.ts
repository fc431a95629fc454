import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Internal shares (specification 2 section 3). The receivers and their levels are grants: `file_grant` with the share as source. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // One share per instance and initiator: sharing again changes it.
  `create table share (
    id uuid primary key,
    instance_id uuid not null references instance on delete cascade,
    initiator_id uuid not null references user_account,
    created_at timestamptz not null default now(),
    expires_at timestamptz
  )`,
  `create unique index share_once on share (instance_id, initiator_id)`,
  `create index share_initiator on share (initiator_id)`,
  `create index share_ended on share (expires_at) where expires_at is not null`,
];
