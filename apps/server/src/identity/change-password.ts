import { passwordIsStrong } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { secretOpened } from './first-secret.ts';
import { hashPassword, passwordFits } from './passwords.ts';
import { keepSession } from './session-queries.ts';
import type { IdentityDeps } from './deps.ts';
import { takeAttempt } from './slow-down.ts';
import { readPasswordHash, setPasswordHash } from './user-queries.ts';

/**
 * Changes the caller's own password and ends all their other sessions (specification 2 section 5). Somebody who signed in with a secret for
 * the first sign-in gives it once more as their old password.
 * Throws SIGN_IN_SLOWED, OLD_PASSWORD_WRONG, PASSWORDS_DIFFER, PASSWORD_WEAK, PASSWORD_UNCHANGED.
 */
export async function changePassword(
  deps: Pick<IdentityDeps, 'database' | 'forgetSessions' | 'serviceConfig'>,
  input: { oldPassword: string; newPassword: string; confirmPassword?: string | undefined },
  { caller }: UserContext,
): Promise<null> {
  const { database, forgetSessions } = deps;
  if (input.confirmPassword !== undefined && input.confirmPassword !== input.newPassword)
    throw new Failure('PASSWORDS_DIFFER', { field: 'confirmPassword' });
  if (!passwordIsStrong(input.newPassword)) throw new Failure('PASSWORD_WEAK', { field: 'newPassword' });
  if (input.newPassword === input.oldPassword) throw new Failure('PASSWORD_UNCHANGED', { field: 'newPassword' });
  // Attempts are counted here too, so that nobody guesses the password from an open session. There is one count per account, because a
  // session can open further ones elsewhere.
  const attempt = await takeAttempt(deps, { accountName: caller.accountName, name: 'change of password', known: true });
  const stored = await readPasswordHash(database, caller.userId);
  const fits = await passwordFits(stored, input.oldPassword, caller.userId).catch(async (error: unknown) => {
    await attempt.giveBack();
    throw error;
  });
  if (!fits && !(stored === null && (await secretOpened(database, caller, input.oldPassword))))
    throw new Failure('OLD_PASSWORD_WRONG', { field: 'oldPassword' });
  await attempt.succeeded();
  const passwordHash = await hashPassword(input.newPassword, caller.userId);
  await database.transaction().execute(async (transaction) => {
    await keepSession(transaction, caller.sessionId);
    await setPasswordHash(transaction, caller.userId, passwordHash);
  });
  forgetSessions(caller.userId);
  return null;
}
