import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Who asked for a rendition: what waits is taken in turns, so that nobody's five hundred films hold up another's letter. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`alter table rendition add column asked_by text`.execute(database);
}
