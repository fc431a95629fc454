/** Statements on sign-ins that are under way. */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';

export interface Flow {
  nonce: string;
  verifier: string;
  redirect: string;
  returnTo: string;
}

interface FlowKey {
  stateHash: Buffer;
  browserHash: Buffer;
  platformId: string;
}

const lifeMinutes = 10;

export async function insertFlow(database: Kysely<Tables>, { returnTo, ...flow }: Flow & FlowKey & { revision: string }): Promise<void> {
  await database
    .insertInto('sign_in_flow')
    .values({
      state_hash: flow.stateHash,
      browser_hash: flow.browserHash,
      platform_id: flow.platformId,
      revision: flow.revision,
      nonce: flow.nonce,
      verifier: flow.verifier,
      redirect: flow.redirect,
      return_to: returnTo,
      expires_at: sql<Date>`now() + ${lifeMinutes} * interval '1 minute'`,
    })
    .execute();
}

/**
 * Takes a sign-in that this browser began with this platform. Of two that take it, one gets it. Null if it has ended, or if the platform was
 * changed or switched off since.
 */
export async function takeFlow(database: Kysely<Tables>, { stateHash, browserHash, platformId }: FlowKey): Promise<Flow | null> {
  const { rows } = await sql<Flow>`
    delete from sign_in_flow f using platform p
    where f.state_hash = ${stateHash} and f.browser_hash = ${browserHash} and f.platform_id = ${platformId} and f.expires_at > now()
      and p.id = f.platform_id and p.enabled and p.revision = f.revision
    returning f.nonce, f.verifier, f.redirect, f.return_to as "returnTo"`.execute(database);
  return rows[0] ?? null;
}

export async function deleteOldFlows(database: Kysely<Tables>): Promise<0> {
  await sql`delete from sign_in_flow where expires_at <= now()`.execute(database);
  return 0;
}
