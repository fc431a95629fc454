import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { payloadsOf } from './event-payload.ts';
import type { LiveUpdate } from './event-payload.ts';
import { notify } from './notify-queries.ts';

/** Sends events to every process. In a transaction they are sent at the commit, and not at all after a rollback. */
export async function publish(database: Kysely<Tables>, updates: readonly LiveUpdate[]): Promise<void> {
  const payloads = payloadsOf(updates);
  if (payloads.length > 0) await notify(database, payloads);
}
