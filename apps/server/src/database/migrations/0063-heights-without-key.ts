import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * A foreign key locks the folder whenever its height is written, and so waits for a transaction that moves a tree with this folder. That
 * transaction waits for the space, and PostgreSQL had to end one of the two. A trigger now deletes the row when its folder is deleted.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`alter table folder_height drop constraint folder_height_folder_id_fkey`.execute(database);
  await sql`create function forget_height() returns trigger language plpgsql as $$
    begin
      delete from folder_height where folder_id = old.id;
      return null;
    end $$`.execute(database);
  await sql`create trigger instance_forgets_height after delete on instance for each row when (not old.is_file) execute function forget_height()`.execute(
    database,
  );
}
