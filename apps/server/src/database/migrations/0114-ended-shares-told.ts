import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Recipients of shares that a task ends are told once, too, at its end. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `alter table managed_item add column ended jsonb not null default '[]'`,
  `drop index managed_item_told`,
  `create index managed_item_told on managed_item (task_id) where told <> '{}' or ended <> '[]'`,
];
