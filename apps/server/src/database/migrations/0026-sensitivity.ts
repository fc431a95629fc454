import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** The level of sensitivity of a file, or of everything in a folder. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`alter table instance add column sensitivity text not null default 'normal' check (sensitivity in ('normal', 'internal', 'high'))`.execute(
    database,
  );
}
