import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** What a deleted folder holds: counted once beside the calls, so that a page of the bin costs the same however much lies in it. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // A file's are its own; a folder's are null until they were counted.
  `alter table recycle add column files integer, add column size bigint`,
  `update recycle r set files = 1, size = i.size from instance i where i.id = r.instance_id and i.is_file`,
  `create index recycle_unsized on recycle (deleted_at) where size is null and bin = 1`,
];
