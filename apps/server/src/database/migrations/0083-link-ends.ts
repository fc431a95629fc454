import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** What creators were told of their links, and the order in which links that nobody visits end. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `alter table link add column told_end timestamptz, add column told_reason text`,
  // Both are read in batches, in the order of the index.
  `create index link_open on link (id) where state = 'valid'`,
  `create index link_unvisited on link (greatest(changed_at, visited_at)) where state = 'valid'`,
];
