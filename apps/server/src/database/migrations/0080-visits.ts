import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Visitors in the audit log, and their ZIP files. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `alter table audit_log drop constraint audit_log_actor_kind_check,
    add constraint audit_log_actor_kind_check check (actor_kind in ('person', 'visitor', 'unknown', 'system'))`,
  // The ticket of a visitor belongs to the link's creator, as what they upload does.
  `alter table folder_download add column visitor_id uuid references link_visitor on delete cascade`,
];
