import type { Kysely } from 'kysely';
import type { EachAnswer } from '@alcove/contract';
import { addBefore } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { administer } from '../roles/index.ts';
import { lockAccounts, writeFrozen } from './account-queries.ts';
import { answersFor, refusalFor } from './account-rules.ts';

/**
 * Suspends accounts or reactivates them, and answers for each. Suspending ends all their sessions (the trigger `sessions_end`). Refused for
 * one: ACCOUNT_NOT_FOUND, ACCOUNT_LEFT, ACCOUNT_LEAVING, ACCOUNT_OWN, ROLE_BEYOND_OWN. Throws LAST_ADMINISTRATOR for all.
 */
export async function setFrozen(
  database: Kysely<Tables>,
  { userIds, frozen }: { userIds: readonly string[]; frozen: boolean },
  { caller, language }: UserContext,
): Promise<EachAnswer<null>[]> {
  return administer(database, caller, 'people.freeze', async (transaction, own) => {
    const accounts = new Map((await lockAccounts(transaction, userIds)).map((account) => [account.userId, account]));
    const refusals = new Map<string, Failure>();
    for (const userId of new Set(userIds)) {
      const account = accounts.get(userId);
      const leaves = !frozen && account?.leaving === true ? new Failure('ACCOUNT_LEAVING') : null;
      const refusal = userId === caller.userId ? new Failure('ACCOUNT_OWN') : (refusalFor(own, account) ?? leaves);
      if (refusal) refusals.set(userId, refusal);
      else if (account && account.frozen !== frozen) addBefore(userId, { frozen: account.frozen });
    }
    await writeFrozen(
      transaction,
      userIds.filter((userId) => !refusals.has(userId)),
      frozen,
    );
    return answersFor(userIds, refusals, language);
  });
}
