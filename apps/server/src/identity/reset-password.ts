import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { drawPassword } from './first-start.ts';
import { hashPassword } from './passwords.ts';
import { forgetAttempts } from './slow-down.ts';
import { findUserByName, setPasswordHash } from './user-queries.ts';

export interface ResetPassword {
  accountName: string;
  /** Shown once, and kept nowhere. */
  password: string;
  /** Why nobody signs in with it all the same. */
  closed: 'frozen' | 'expired' | null;
}

/**
 * For whoever runs the server: a drawn password for an account whose own was lost. All sessions of the account end (the trigger
 * `sessions_end`), and the attempts that were wrong until now are forgotten, so that the new one lets in at once. Null: no such account.
 */
export async function resetPassword(database: Kysely<Tables>, name: string): Promise<ResetPassword | null> {
  const user = await findUserByName(database, name);
  if (!user) return null;
  const { id, accountName, frozen, expired } = user;
  const password = drawPassword();
  const passwordHash = await hashPassword(password);
  await database.transaction().execute(async (transaction) => {
    await setPasswordHash(transaction, id, passwordHash);
    await forgetAttempts(transaction, accountName);
  });
  return { accountName, password, closed: frozen ? 'frozen' : expired ? 'expired' : null };
}
