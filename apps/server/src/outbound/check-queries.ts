/** When the content of each link is looked at next (`link_check`). */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

/** All links are looked at soon, because what is asked of them has changed. */
export async function lookAtAll(transaction: Transaction<Tables>): Promise<void> {
  await sql`update link_check set look_at = now() where look_at > now()`.execute(transaction);
}

export async function lookSoon(database: Kysely<Tables>, linkId: string): Promise<void> {
  await sql`update link_check set look_at = now() where link_id = ${linkId} and look_at > now()`.execute(database);
}
