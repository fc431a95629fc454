import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * What must be removed from the store has a row of its own, written in the transaction that deletes the last row naming the object. So a
 * content that is being removed is already invisible to everybody, and a crash in between loses nothing.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table object_removal (
    object_key text not null,
    -- Null: of the store that is in use.
    bucket text,
    -- An upload by parts that is open under the key.
    store_upload_id text,
    due_at timestamptz not null default now(),
    -- Removed for the last time: what was signed for the key is no longer valid, so it cannot come back.
    last_at timestamptz not null default now(),
    unique nulls not distinct (object_key, bucket)
  )`,
  `create index object_removal_due on object_removal (due_at)`,
  // How much was removed, for the daily limit.
  `create table removal_count (
    kind text not null check (kind in ('content', 'stray')),
    hour timestamptz not null,
    removed bigint not null,
    primary key (kind, hour)
  )`,

  // An earlier version marked many contents at once and removed them one by one. A content that is needed after all counts as stored again.
  // Whether its object still exists shows when it is next read, and in the integrity check.
  `update blob set unneeded_since = null where id in (select blob_id from replica where state = 'removing')
    and (exists (select from instance where blob_id = blob.id) or exists (select from version where blob_id = blob.id))`,
  `alter table replica drop column state`,
  `create unique index replica_object on replica (object_key, bucket)`,
  `create index rendition_object on rendition (object_key) where object_key is not null`,
  `create index instant_ticket_blob on instant_ticket (blob_id)`,

  `insert into object_removal (object_key, store_upload_id, last_at) select object_key, store_upload_id, now() + interval '20 minutes' from upload where state = 'removing'`,
  `delete from upload where state = 'removing'`,
  `alter table upload drop constraint upload_state_check`,
  `alter table upload add constraint upload_state_check check (state in ('open', 'saved'))`,
];
