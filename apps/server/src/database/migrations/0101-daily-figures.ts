import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** What the dashboard shows over time: a few figures of each day, so that nobody who opens it counts a large table. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table daily_figure (
    day date not null,
    figure text not null,
    value bigint not null,
    made_at timestamptz not null default now(),
    primary key (day, figure)
  )`,
  `create table largest_space (
    day date not null,
    space_id uuid not null references space on delete cascade,
    used_bytes bigint not null,
    primary key (day, space_id)
  )`,
  `create index largest_space_space on largest_space (space_id)`,
];
