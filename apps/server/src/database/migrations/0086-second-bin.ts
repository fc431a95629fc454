import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** The administrators' recycle bin: its order, its filters, what is marked to go for good, and the brake on that. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // 4: its rows are being deleted, so nobody can have it back.
  `alter table recycle drop constraint recycle_bin_check`,
  `alter table recycle add constraint recycle_bin_check check (bin in (1, 2, 3, 4))`,
  `alter table recycle add column going_at timestamptz, add column marked_by uuid references user_account`,
  `create index recycle_second on recycle (deleted_at, id) where bin = 2`,
  `create index recycle_second_space on recycle (space_id, deleted_at, id) where bin = 2`,
  `create index recycle_second_deleter on recycle (deleted_by, deleted_at, id) where bin = 2`,
  `create index recycle_second_left on recycle (left_at) where bin = 2 and going_at is null`,
  `create index recycle_marked on recycle (going_at) where bin = 2 and going_at is not null`,
  `create index recycle_going on recycle (going_at) where bin = 4`,
  // Characters and pairs of characters, so that two characters of a Chinese name find it, which trigrams cannot.
  `create function name_pairs(name text) returns text[] language sql immutable strict parallel safe as $$
    select coalesce(array_agg(distinct substr(name, at, length)), '{}')
    from generate_series(1, char_length(name)) at, (values (1), (2)) lengths (length) where at + length - 1 <= char_length(name)
  $$`,
  `create index instance_deleted_names on instance using gin (name_pairs(folded_name)) where deleted_at is not null`,
  `create table second_bin_hour (hour timestamptz primary key, files bigint not null default 0, told boolean not null default false)`,
];
