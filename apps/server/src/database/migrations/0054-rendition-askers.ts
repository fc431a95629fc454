import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * Who asked for a rendition. Waiting renditions are made in turns, so that one person's five hundred films do not delay another person's
 * letter.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`alter table rendition add column asked_by text`.execute(database);
}
