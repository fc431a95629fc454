import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** The answer to a request with an `Idempotency-Key`, kept for as long as the request may be repeated (docs/decisions/0049). */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // No foreign key to the person: it would lock their row for every change, and the rows are gone after ten minutes.
  `create table request_answer (
    user_id uuid not null, key text not null, fields_hash bytea not null, outcome text, created_at timestamptz not null default now(),
    primary key (user_id, key)
  )`,
  `create index request_answer_age on request_answer (created_at)`,
];
