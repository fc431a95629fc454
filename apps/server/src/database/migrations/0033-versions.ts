import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** When a version was replaced, which version it restored, and who did what with an item. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // An old version is kept for a time counted from its replacement: what was current for years must not vanish on the day it changes.
  `alter table version add column replaced_at timestamptz, add column restored_from integer`,
  `update version v set replaced_at = n.created_at from version n where n.instance_id = v.instance_id
    and n.number = (select min(number) from version where instance_id = v.instance_id and number > v.number)`,
  `create function replace_version() returns trigger language plpgsql as $$
    begin
      update version set replaced_at = new.created_at where instance_id = new.instance_id and number < new.number and replaced_at is null;
      return null;
    end $$`,
  `create trigger version_replaces after insert on version for each row when (new.number > 1) execute function replace_version()`,
  `create index version_replaced on version (replaced_at) where replaced_at is not null`,
  `create index version_old on version (instance_id) where replaced_at is not null`,

  // The item's own row says who made it and when. This table records what came after.
  `create table activity (
    id uuid primary key,
    instance_id uuid not null references instance on delete cascade,
    user_id uuid not null references user_account,
    kind text not null,
    data jsonb not null,
    created_at timestamptz not null default now()
  )`,
  `create index activity_instance on activity (instance_id, id)`,
  `create index activity_age on activity using brin (created_at)`,
];
