import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Old office documents become searchable too, read separately from the others. Those that were marked as having no text are read again. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `alter table blob drop constraint blob_text_state_check`,
  // `slow`: waits for a program that takes seconds.
  `alter table blob add constraint blob_text_state_check check (text_state in ('read', 'none', 'later', 'slow'))`,
  `create index blob_read_slowly on blob (created_at) where text_state = 'slow'`,
  `update blob set text_state = null where text_state in ('read', 'none') and id in (
    select version.blob_id from version join instance on instance.id = version.instance_id where instance.name ~* '\\.(doc|xls|ppt|rtf|wps|et|dps)$'
  )`,
];
