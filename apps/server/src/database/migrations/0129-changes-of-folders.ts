import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * Counts the changes of a folder's list: whatever comes, goes, or may take another place in one of its orders. As long as the number is the same,
 * everything is where it was. PostgreSQL keeps the plan of a trigger's statement, whatever the number of rows, so old and new ones are not joined.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`alter table folder_count add column changes bigint not null default 0`.execute(database);
  await sql`
    create or replace function count_children() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into folder_count as c (folder_id, folders, files)
          select parent_id, count(*) filter (where not is_file), count(*) filter (where is_file)
          from new_rows where parent_id is not null and deleted_at is null group by parent_id order by parent_id
          on conflict (folder_id) do update set folders = c.folders + excluded.folders, files = c.files + excluded.files, changes = c.changes + 1;
      else
        insert into folder_count as c (folder_id, folders, files)
          select parent_id, coalesce(sum(by) filter (where not is_file), 0), coalesce(sum(by) filter (where is_file), 0) from (
            select parent_id, is_file, sum(by) as by from (
              select id, parent_id, is_file, name, size, category, created_at, updated_at, 1 as by from new_rows
              where parent_id is not null and deleted_at is null
              union all
              select id, parent_id, is_file, name, size, category, created_at, updated_at, -1 from old_rows
              where parent_id is not null and deleted_at is null
            ) as shown group by id, parent_id, is_file, name, size, category, created_at, updated_at having sum(by) <> 0
          ) as changed group by parent_id order by parent_id
          on conflict (folder_id) do update set folders = c.folders + excluded.folders, files = c.files + excluded.files, changes = c.changes + 1;
      end if;
      return null;
    end $$`.execute(database);
}
