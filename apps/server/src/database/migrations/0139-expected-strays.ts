import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** How many objects without a row are expected: small uploads of a day that were neither saved nor given up. No keys: only `removal` reads it. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql`create table expected_stray (day date primary key, count bigint not null)`.execute(database);
}
