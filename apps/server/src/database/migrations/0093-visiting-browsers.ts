import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** By what a browser that opens a link again finds its visit: the hash of its cookie and the link. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `alter table link_visitor add column browser_hash bytea`,
  `create index link_visitor_browser on link_visitor (link_id, browser_hash) where browser_hash is not null`,
];
