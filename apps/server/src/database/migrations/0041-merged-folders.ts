import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Folders that were merged into others: their rows wait until nothing refers to them. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `alter table recycle drop constraint recycle_bin_check`,
  `alter table recycle add constraint recycle_bin_check check (bin in (1, 2, 3))`,
  `create index recycle_merged on recycle (left_at) where bin = 3`,
];
