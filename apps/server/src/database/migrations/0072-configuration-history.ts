import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Who changed which setting, when, and what it was before. Null: there was no row, so the default held. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table service_config_change (
    id uuid primary key,
    code text not null,
    user_id uuid not null references user_account,
    changed_at timestamptz not null default now(),
    before jsonb,
    after jsonb,
    note text not null default ''
  )`,
  `create index service_config_change_code on service_config_change (code, id desc)`,
];
