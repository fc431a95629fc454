import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * What a move of the store, or of the database, has done so far. `store_move`: where to, while it is under way; `moved_object`: what is there and
 * was compared. `moved_away`: in a database that was moved, where to.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table store_move (
    one_row boolean primary key default true check (one_row),
    bucket text not null,
    mark text not null,
    began_at timestamptz not null default now()
  )`,
  `create table moved_object (object_key text primary key)`,
  `create table moved_away (
    one_row boolean primary key default true check (one_row),
    place text not null,
    at timestamptz not null default now()
  )`,
];
