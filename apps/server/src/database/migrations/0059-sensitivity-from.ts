import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * Where an item's sensitivity came from, if it came along with the content: from the original, or from the folder it left. No foreign key,
 * because the source may be deleted forever while the level stays. A name that ends in .ts is code, not a film.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `alter table instance add column sensitivity_from uuid`,
  `update instance set category = 7 where is_file and category = 2 and folded_name like '%.ts'`,
];
