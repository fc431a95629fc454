import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** What people add to an item besides its content: tags, comments and their own star. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // The space is the item's and follows it: the tags in use are queried by space.
  `create table tag (
    instance_id uuid not null references instance on delete cascade,
    folded_name text not null,
    name text not null,
    space_id uuid not null references space,
    creator_id uuid not null references user_account,
    created_at timestamptz not null default now(),
    primary key (instance_id, folded_name)
  )`,
  `create index tag_space on tag (space_id, created_at)`,
  `create function carry_tags() returns trigger language plpgsql as $$
    begin
      update tag set space_id = new.space_id where instance_id = new.id;
      return null;
    end $$`,
  `create trigger instance_carries_tags after update of space_id on instance for each row when (old.space_id <> new.space_id) execute function carry_tags()`,

  `create table comment (
    id uuid primary key,
    instance_id uuid not null references instance on delete cascade,
    author_id uuid not null references user_account,
    text text not null,
    created_at timestamptz not null default now()
  )`,
  `create index comment_instance on comment (instance_id, created_at, id)`,

  // The share through which it was reached.
  `create table favourite (
    user_id uuid not null references user_account on delete cascade,
    instance_id uuid not null references instance on delete cascade,
    file_sharing_id uuid,
    created_at timestamptz not null default now(),
    primary key (user_id, instance_id)
  )`,
  `create index favourite_instance on favourite (instance_id)`,
];
