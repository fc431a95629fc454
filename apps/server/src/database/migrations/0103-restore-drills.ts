import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Restores of a backup for practice: when, how they ended, and how long they took. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table restore_drill (
    id uuid primary key,
    begun_at timestamptz not null default now(),
    ended_at timestamptz,
    outcome text not null default 'running' check (outcome in ('running', 'passed', 'failed', 'interrupted')),
    backup text not null,
    reason text,
    measured jsonb,
    overdue_told boolean not null default false
  )`,
  `create index restore_drill_latest on restore_drill (begun_at)`,
  `create unique index restore_drill_once on restore_drill (outcome) where outcome = 'running'`,
];
