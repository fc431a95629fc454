import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';

/** Sends all payloads in one statement, on the channel to which every process listens. */
export async function notify(database: Kysely<Tables>, payloads: readonly string[]): Promise<void> {
  await sql`select pg_notify('alcove_event', payload) from unnest(${payloads}::text[]) as payload`.execute(database);
}
