import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { payloadsOf } from './event-payload.ts';
import type { Told } from './event-payload.ts';
import { notify } from './notify-queries.ts';

/** Tells every process; within a transaction at its commit, and never when it is taken back. */
export async function publish(database: Kysely<Tables>, tolds: readonly Told[]): Promise<void> {
  const payloads = payloadsOf(tolds);
  if (payloads.length > 0) await notify(database, payloads);
}
