import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * A text has thousands of keys, and many texts have the same ones. So the keys of texts that were read one after the other are merged into the index
 * together (`mergeTexts`), at half the cost. The limit is what a search may have to look through meanwhile, in KiB.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`alter index blob_text_keys set (fastupdate = on, gin_pending_list_limit = 1024)`.execute(database);
}
