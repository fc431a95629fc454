import type { Kysely } from 'kysely';
import type { EachAnswer } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure, refusalOf } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { administer, requireWithin } from '../roles/index.ts';
import type { AdminRole } from '../roles/index.ts';
import { lockAccounts, writeFrozen } from './account-queries.ts';

/**
 * Suspends accounts or reactivates them, and answers for each. Suspending ends all their sessions (the trigger `sessions_end`). Refused for
 * one: ACCOUNT_NOT_FOUND, ACCOUNT_OWN, ROLE_BEYOND_OWN. Throws LAST_ADMINISTRATOR for all.
 */
export async function setFrozen(
  database: Kysely<Tables>,
  { userIds, frozen }: { userIds: readonly string[]; frozen: boolean },
  { caller, language }: UserContext,
): Promise<EachAnswer<null>[]> {
  return administer(database, caller, 'people.freeze', async (transaction, own) => {
    const rolesOf = new Map((await lockAccounts(transaction, userIds)).map(({ userId, roles }) => [userId, roles]));
    const refusals = new Map<string, Failure>();
    for (const userId of new Set(userIds)) {
      const refusal = refusalFor(caller.userId, own, userId, rolesOf.get(userId));
      if (refusal) refusals.set(userId, refusal);
    }
    await writeFrozen(
      transaction,
      userIds.filter((userId) => !refusals.has(userId)),
      frozen,
    );
    return userIds.map((userId) => {
      const refusal = refusals.get(userId);
      return refusal ? { done: false, ...refusalOf(refusal, language) } : { done: true, data: null };
    });
  });
}

function refusalFor(callerId: string, own: readonly AdminRole[], userId: string, roles: readonly AdminRole[] | undefined): Failure | null {
  if (userId === callerId) return new Failure('ACCOUNT_OWN');
  if (!roles) return new Failure('ACCOUNT_NOT_FOUND');
  try {
    requireWithin(own, roles);
    return null;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
