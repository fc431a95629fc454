import type { Kysely } from 'kysely';
import { enter } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { forgetAttempts, generatePassword, hashPassword, setPasswordHash } from '../identity/index.ts';
import { administer } from '../roles/index.ts';
import { lockAccounts } from './account-queries.ts';
import { requireTouchable } from './account-rules.ts';

/**
 * Generates a password, which is returned and not stored. All sessions of the account end, its wrong attempts are forgotten, and the person
 * must change it at the next sign-in. Throws ACCOUNT_NOT_FOUND, ACCOUNT_LEFT, ACCOUNT_OWN, and ROLE_BEYOND_OWN for the account of someone with more
 * administration items: whoever has its password could use them.
 */
export async function resetPassword(
  database: Kysely<Tables>,
  { userId }: { userId: string },
  caller: Caller,
): Promise<{ password: string }> {
  if (userId === caller.userId) throw new Failure('ACCOUNT_OWN');
  const password = generatePassword();
  const passwordHash = await hashPassword(password, caller.userId);
  return administer(database, caller, 'people.resetPassword', async (transaction, own) => {
    const [account] = await lockAccounts(transaction, [userId]);
    requireTouchable(own, account);
    await setPasswordHash(transaction, userId, passwordHash, true);
    await forgetAttempts(transaction, account.accountName);
    await enter(transaction, [{ kind: 'person', id: userId }]);
    return { password };
  });
}
