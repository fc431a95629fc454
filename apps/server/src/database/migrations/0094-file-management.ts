import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Administrators find files in all spaces, and look into them for a while and for a reason. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // What changed last, in the company and of one person. The time in the condition is always true. It keeps the indexes from statements that walk down
  // trees, which would otherwise read them whole as long as the table's statistics are old.
  `create index instance_latest on instance (updated_at, id) where deleted_at is null and parent_id is not null and updated_at > '-infinity'`,
  `create index instance_latest_of on instance (creator_id, updated_at, id)
    where deleted_at is null and parent_id is not null and updated_at > '-infinity'`,
  // Names that were indexed before get the keys for all spaces by a job, which has come to this one. The row goes when it is done.
  `create table name_before (after_id uuid not null)`,
  `insert into name_before select '00000000-0000-0000-0000-000000000000' where exists (select from instance_name)`,
  `create table file_look (
    id uuid primary key,
    admin_id uuid not null references user_account,
    instance_id uuid not null references instance on delete cascade,
    space_id uuid not null,
    parent_id uuid not null,
    downloads boolean not null,
    expires_at timestamptz not null
  )`,
  `create index file_look_instance on file_look (instance_id)`,
  `create index file_look_end on file_look (expires_at)`,
];
