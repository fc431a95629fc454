import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Move, copy, the two recycle bins, and tasks that outlast their call. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // The most levels of folders below a folder. The value only grows, so that a move can check the limit of levels without walking the
  // target's tree. If this bound would refuse a move, the move walks the tree after all.
  `create table folder_height (folder_id uuid primary key references instance on delete cascade, height integer not null)`,
  `insert into folder_height (folder_id, height)
    with recursive up as (
      select parent_id as id, 1 as height from instance where not is_file and parent_id is not null
      union
      select i.parent_id, up.height + 1 from up join instance i on i.id = up.id where i.parent_id is not null and up.height < 100
    ) select id, max(height) from up group by id`,
  // Runs at the commit, one at a time in a space: a transaction that raises a height holds no other lock that another one waits for.
  `create function raise_heights() returns trigger language plpgsql as $$
    declare
      folder uuid := new.parent_id;
      needed integer := 1 + coalesce((select height from folder_height where folder_id = new.id), 0);
      known integer;
      locked boolean := false;
    begin
      while folder is not null and needed <= 200 loop
        known := coalesce((select height from folder_height where folder_id = folder), 0);
        exit when known >= needed;
        if not locked then
          perform pg_advisory_xact_lock(hashtextextended('height ' || new.space_id, 0));
          locked := true;
        end if;
        insert into folder_height as h (folder_id, height) values (folder, needed)
          on conflict (folder_id) do update set height = greatest(h.height, excluded.height);
        needed := needed + 1;
        folder := (select parent_id from instance where id = folder);
      end loop;
      return null;
    end $$`,
  `create constraint trigger instance_height after insert or update of parent_id on instance
    deferrable initially deferred for each row when (not new.is_file and new.parent_id is not null) execute function raise_heights()`,

  // In the first bin, an entry counts as used quota. `bytes` is what it released when it left that bin; null until counted.
  `alter table recycle add column bin smallint not null default 1 check (bin in (1, 2))`,
  `alter table recycle add column left_at timestamptz`,
  `alter table recycle add column bytes bigint`,
  `create index recycle_by on recycle (deleted_by, deleted_at) where bin = 1`,
  `create index recycle_expiry on recycle (expires_at) where bin = 1`,
  `create index recycle_uncounted on recycle (left_at) where bin = 2 and bytes is null`,

  `create table task (
    id uuid primary key,
    owner_id uuid not null references user_account on delete cascade,
    kind text not null check (kind in ('move', 'copy')),
    input jsonb not null,
    state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
    done bigint not null default 0,
    total bigint not null default 0,
    space_id uuid references space on delete set null,
    reserved_bytes bigint not null default 0,
    outcomes jsonb not null default '[]',
    error text,
    attempts integer not null default 0,
    cancel_asked boolean not null default false,
    created_at timestamptz not null default now(),
    ended_at timestamptz
  )`,
  `create index task_open on task (created_at) where state in ('waiting', 'running')`,
  `create index task_owner on task (owner_id, created_at)`,
  `create index task_ended on task (ended_at) where ended_at is not null`,
];
