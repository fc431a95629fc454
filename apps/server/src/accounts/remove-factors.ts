import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { deleteSecondFactors, endSessionsOf, lockForFactors } from '../identity/index.ts';
import { notify } from '../notices/index.ts';
import { administer } from '../roles/index.ts';
import { lockAccounts } from './account-queries.ts';
import { requireTouchable } from './account-rules.ts';

/**
 * Removes all second factors of somebody who lost them. Their sessions end, and they are told. Throws ACCOUNT_NOT_FOUND, ACCOUNT_LEFT, ACCOUNT_OWN, and ROLE_BEYOND_OWN
 * for the account of someone with more administration items: nobody gets around their own factors, or those of whoever could do more.
 */
export async function removeFactors(database: Kysely<Tables>, { userId }: { userId: string }, caller: Caller): Promise<null> {
  if (userId === caller.userId) throw new Failure('ACCOUNT_OWN');
  return administer(database, caller, 'people.resetPassword', async (transaction, own) => {
    const [account] = await lockAccounts(transaction, [userId]);
    requireTouchable(own, account);
    await lockForFactors(transaction, userId);
    await deleteSecondFactors(transaction, userId);
    await endSessionsOf(transaction, userId, { sessionIds: undefined, exceptId: caller.sessionId });
    const by = { userId: caller.userId, name: caller.realName };
    await notify(transaction, [userId], { kind: 'factorRemoved', data: { by, factor: null, name: '' } });
    return null;
  });
}
