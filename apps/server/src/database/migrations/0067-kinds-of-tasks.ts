import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** A task may be of any kind: domains name their kinds, so only the form of the name is checked. A failed task keeps the values of its text. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`alter table task drop constraint task_kind_check, add constraint task_kind_form check (kind ~ '^[a-z][a-zA-Z]{0,39}$'),
    add column error_details jsonb not null default '{}'`.execute(database);
}
