import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * How many levels of folders are below a folder, now exact: the statements that change a tree raise and lower it. Until now it was a bound
 * that only grew, without end through ordinary moves. A transaction that changes a space's tree locks the space, so changes come one after
 * the other. A folder without folders has no row.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `drop trigger instance_height on instance`,
  `drop function raise_heights`,
  `drop table folder_height`,
  // The folder above that it counts for. Null for the top folder, and for a folder in the bin, which takes its height along.
  `create table folder_height (
    folder_id uuid primary key references instance on delete cascade,
    counts_for uuid,
    height integer not null check (height > 0)
  )`,
  // A folder's height is one more than that of its highest folder. This index finds that one.
  `create index folder_height_highest on folder_height (counts_for, height)`,
  `insert into folder_height (folder_id, counts_for, height)
    with recursive up as (
      select parent_id as id, 1 as height from instance where not is_file and parent_id is not null and deleted_at is null
      union
      select i.parent_id, up.height + 1 from up join instance i on i.id = up.id where i.parent_id is not null and i.deleted_at is null and up.height < 200
    )
    select up.id, case when i.deleted_at is null then i.parent_id end, max(up.height) from up join instance i on i.id = up.id
    group by up.id, i.deleted_at, i.parent_id`,

  // Goes upwards as long as something changes. Mostly nothing does, because the folder has others of that height.
  `create function settle_height(folder uuid) returns void language plpgsql as $$
    declare
      actual integer;
      known integer;
    begin
      for steps in 1..200 loop -- of a tree that was damaged into a ring it goes no further
        actual := 0;
        if exists (select from instance where parent_id = folder and not is_file and deleted_at is null) then
          actual := 1 + coalesce((select height from folder_height where counts_for = folder order by height desc limit 1), 0);
        end if;
        known := coalesce((select height from folder_height where folder_id = folder), 0);
        exit when actual = known;
        if actual = 0 then
          delete from folder_height where folder_id = folder;
        elsif known = 0 then
          insert into folder_height (folder_id, counts_for, height)
            select id, case when deleted_at is null then parent_id end, actual from instance where id = folder;
        else
          update folder_height set height = actual where folder_id = folder;
        end if;
        folder := (select parent_id from instance where id = folder and deleted_at is null);
        exit when folder is null;
      end loop;
    end $$`,
  `create function keep_heights() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        update folder_height set counts_for = case when new.deleted_at is null then new.parent_id end where folder_id = new.id;
        if old.deleted_at is null and old.parent_id is not null then
          perform settle_height(old.parent_id);
        end if;
      end if;
      if new.deleted_at is null and new.parent_id is not null then
        perform settle_height(new.parent_id);
      end if;
      return null;
    end $$`,
  `create trigger instance_inserted_height after insert on instance for each row when (not new.is_file) execute function keep_heights()`,
  `create trigger instance_height after update of parent_id, deleted_at on instance for each row
    when (not new.is_file and (old.parent_id is distinct from new.parent_id or (old.deleted_at is null) <> (new.deleted_at is null)))
    execute function keep_heights()`,
];
