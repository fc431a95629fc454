import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Uploads of the visitors of links, and how much came through a link. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // No foreign keys: an upload whose link is gone is ended in an orderly way, so that its reserved quota is released.
  `alter table upload add column visitor_id uuid, add column link_id uuid, add constraint upload_of_visitor check ((visitor_id is null) = (link_id is null))`,
  `create index upload_link on upload (link_id) where link_id is not null and state = 'open'`,
  `alter table link add column uploaded_bytes bigint not null default 0`,
];
