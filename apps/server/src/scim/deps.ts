import type { Kysely, Transaction } from 'kysely';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import type { Origin } from '../directory-sync/index.ts';
import { Failure } from '../http/index.ts';
import { lockFirstSignIns } from '../platforms/index.ts';
import { administerForCompany } from '../roles/index.ts';
import { stillPushes } from './platform-queries.ts';

export interface ScimDeps {
  database: Kysely<Tables>;
  serviceConfig: ReadServiceConfig;
}

/** A platform whose token was right, and where its request came from. */
export interface Pusher {
  platformId: string;
  tokenHash: Buffer;
  origin: Origin;
}

/**
 * A change by a platform, one at a time in the company, as long as the token is still right: a token that was renewed meanwhile changes nothing. Throws
 * SCIM_TOKEN_WRONG, and what `administerForCompany` throws.
 */
export const push = <Answer>(
  { database }: ScimDeps,
  { platformId, tokenHash }: Pusher,
  change: (transaction: Transaction<Tables>) => Promise<Answer>,
): Promise<Answer> =>
  administerForCompany(database, async (transaction) => {
    await lockFirstSignIns(transaction, platformId);
    if (!(await stillPushes(transaction, platformId, tokenHash))) throw new Failure('SCIM_TOKEN_WRONG');
    return change(transaction);
  });
