import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * A name has some hundred keys, and each was an insert of its own into the index. Now the keys of names that are read together are merged into it together
 * (`mergeNames`). The limit is what a search may have to look through meanwhile, in KiB: the keys of 500 names.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`alter index instance_name_keys set (fastupdate = on, gin_pending_list_limit = 1024)`.execute(database);
}
