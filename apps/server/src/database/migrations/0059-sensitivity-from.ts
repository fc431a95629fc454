import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * Whose level of sensitivity an item has that came with its content: the original's, or that of the folder which it left. No reference,
 * for what the level came from may be removed for good, and the level stays. A name that ends in .ts is code, not a film.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `alter table instance add column sensitivity_from uuid`,
  `update instance set category = 7 where is_file and category = 2 and folded_name like '%.ts'`,
];
