import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** How many attempts to read a content's text did not finish: a content that crashes its reader is not tried for ever. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`alter table blob add column text_attempts smallint not null default 0`.execute(database);
}
