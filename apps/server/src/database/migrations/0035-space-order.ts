import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** All files of a space in one order, whatever their folder: a page is an index range, however many files there are. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create index instance_space_size on instance (space_id, size, id) where deleted_at is null and is_file`,
  `create index instance_space_update on instance (space_id, updated_at, id) where deleted_at is null and is_file`,
  `create index instance_space_name on instance (space_id, name collate zh_natural, id) where deleted_at is null and is_file`,
  `create index instance_space_creation on instance (space_id, created_at, id) where deleted_at is null and is_file`,
  `create index instance_space_category on instance (space_id, category, size, id) where deleted_at is null and is_file`,
  // The indexes above replace it.
  `drop index instance_space`,
  // Items below these folders are not visible, though not deleted themselves.
  `create index instance_deleted_folders on instance (space_id) where deleted_at is not null and not is_file`,
];
