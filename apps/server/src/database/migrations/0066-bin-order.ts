import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * A page and a count of the first bin read only its entries. The folders of a space from which something was deleted, and the spaces in
 * which a person deleted something, are read from the index.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`create index recycle_first_bin on recycle (space_id, deleted_at) where bin = 1`.execute(database);
  await sql`create index recycle_folders on recycle (space_id, parent_id) where bin = 1`.execute(database);
  await sql`create index recycle_deleter on recycle (deleted_by, space_id, deleted_at) where bin = 1`.execute(database);
  await sql`drop index recycle_by`.execute(database);
}
