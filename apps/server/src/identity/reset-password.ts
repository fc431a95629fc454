import type { Kysely } from 'kysely';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { generatePassword } from './first-start.ts';
import { hashPassword } from './passwords.ts';
import { forgetAttempts } from './slow-down.ts';
import { deleteSecondFactors, findUserByName, setPasswordHash } from './user-queries.ts';

export interface ResetPassword {
  accountName: string;
  /** Shown once and not stored. */
  password: string;
  /** Why nobody can sign in with it yet. */
  closed: 'frozen' | 'expired' | null;
}

/**
 * For the operator: generates a password for an account whose password was lost. All sessions of the account end (the trigger
 * `sessions_end`), and its wrong attempts and second factors are forgotten, so that the new password works at once. It must be changed at the next sign-in. Null if
 * there is no such account.
 */
export async function resetPassword(database: Kysely<Tables>, name: string): Promise<ResetPassword | null> {
  const user = await findUserByName(database, name);
  if (!user) return null;
  const { id, accountName, frozen, expired } = user;
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await database.transaction().execute(async (transaction) => {
    await setPasswordHash(transaction, id, passwordHash, true);
    await forgetAttempts(transaction, accountName);
    await deleteSecondFactors(transaction, id);
    await enterAs(transaction, factsOfSystem('system.resetPassword'), [{ kind: 'person', id }]);
  });
  return { accountName, password, closed: frozen ? 'frozen' : expired ? 'expired' : null };
}
