import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Notifies every process at once when a row of the service configuration changes, by a call or by hand. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create function signal_service_config() returns trigger language plpgsql as $$
    begin perform pg_notify('alcove_service_config', ''); return null; end $$`,
  `create trigger service_config_changed after insert or update or delete or truncate on service_config
    for each statement execute function signal_service_config()`,
];
