import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Which store belongs to this database, and which objects in it no row knows. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table object_store (
    bucket text primary key,
    -- The same stands in an object of the store.
    mark text not null,
    -- Null until that object is written.
    marked_at timestamptz,
    -- How far it has been looked through; null: from its beginning on.
    swept_after text
  )`,
  `create table stray_object (
    bucket text not null,
    object_key text not null,
    seen_at timestamptz not null default now(),
    primary key (bucket, object_key)
  )`,
  `create index stray_object_seen on stray_object (bucket, seen_at)`,
];
