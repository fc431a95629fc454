import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** How often the text of a content was begun to be read without an end: one that takes its reader down is not begun for ever. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`alter table blob add column text_attempts smallint not null default 0`.execute(database);
}
