import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * Files and folders are found by their names. The keys need readings that only the server can compute, so a new row waits with `keys` null.
 * A search first computes the keys of the rows that wait in its spaces.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // Each key is a hash of the space and of a piece of the name: a lookup never matches another space's names.
  `create table instance_name (
    instance_id uuid primary key references instance on delete cascade,
    space_id uuid not null,
    keys integer[]
  )`,
  `insert into instance_name (instance_id, space_id) select id, space_id from instance where parent_id is not null`,
  // fastupdate = off: every search would have to scan the list of pending entries.
  `create index instance_name_keys on instance_name using gin (keys) with (fastupdate = off)`,
  `create index instance_name_waiting on instance_name (space_id, instance_id) where keys is null`,
  `create function note_names() returns trigger language plpgsql as $$
    begin
      insert into instance_name (instance_id, space_id) select id, space_id from new_rows where parent_id is not null;
      return null;
    end $$`,
  `create function forget_name_keys() returns trigger language plpgsql as $$
    begin
      update instance_name set keys = null, space_id = new.space_id where instance_id = new.id;
      return null;
    end $$`,
  `create trigger instance_named after insert on instance referencing new table as new_rows for each statement execute function note_names()`,
  `create trigger instance_renamed after update of name, space_id on instance for each row
    when (old.name is distinct from new.name or old.space_id is distinct from new.space_id) execute function forget_name_keys()`,
];
