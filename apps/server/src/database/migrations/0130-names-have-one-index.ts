import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * A name in a folder is found by one index only, whatever PostgreSQL knows of the table when it makes the plan. Any other index that begins with the
 * folder finds it too, and looks as good while the table is small or not counted. So this index has a function of the folder, by which
 * only it can be asked. The function costs much on paper, so that nobody evaluates it for each row of the table instead.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
  const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(database);
  if (rows[0]!.version >= 180_000) await sql.raw(expectation).execute(database);
}

const statements = [
  // In SQL, it would be replaced by its argument.
  `create function names_in(folder uuid) returns uuid language plpgsql immutable strict parallel safe cost 10000 as 'begin return folder; end'`,
  `drop index instance_live_name`,
  `create unique index instance_live_name on instance (names_in(parent_id), folded_name) where deleted_at is null`,
];

/**
 * Nearly everything is out of the bins. Of a table that it has not counted, PostgreSQL expects the opposite, and reads all of an index of what is
 * out of them rather than find one row by its id. Before PostgreSQL 18, nobody can tell it.
 */
const expectation = `
  select pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', 'instance', 'attname', 'deleted_at', 'inherited', false,
      'null_frac', 0.99::real, 'avg_width', 8, 'n_distinct', (-0.01)::real)
    where not exists (select from pg_stats where schemaname = current_schema() and tablename = 'instance')`;
