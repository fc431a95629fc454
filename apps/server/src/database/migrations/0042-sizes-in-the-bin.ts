import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** The size of a deleted folder, counted once in the background, so that a page of the bin takes the same time whatever is in it. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // A file has its own values. Those of a folder are null until counted.
  `alter table recycle add column files integer, add column size bigint`,
  `update recycle r set files = 1, size = i.size from instance i where i.id = r.instance_id and i.is_file`,
  `create index recycle_unsized on recycle (deleted_at) where size is null and bin = 1`,
];
