import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** On which device each factor was added, so that those of a stranger's device go with it; and for which host name a passkey signs. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const table of ['totp_factor', 'passkey', 'recovery_code']) {
    await sql.raw(`alter table ${table} add column added_on uuid references known_device on delete set null`).execute(database);
    await sql.raw(`create index ${table}_device on ${table} (added_on) where added_on is not null`).execute(database);
  }
  // Keys from before stay without: any name may ask for them.
  await sql`alter table passkey add column host text`.execute(database);
}
