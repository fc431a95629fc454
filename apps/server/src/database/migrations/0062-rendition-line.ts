import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** An index that finds waiting renditions asker by asker, however many one of them has. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`create index rendition_line on rendition (split_part(kind, ':', 1), coalesce(asked_by, ''), asked_at) where state = 'waiting'`.execute(
    database,
  );
  await sql`create index rendition_leased on rendition (leased_until) where state = 'waiting' and leased_until is not null`.execute(
    database,
  );
}
