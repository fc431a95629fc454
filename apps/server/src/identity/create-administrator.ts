import type { Kysely } from 'kysely';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { generatePassword } from './first-start.ts';
import { hashPassword } from './passwords.ts';
import { createPerson } from './people.ts';

/**
 * For the operator: creates a further administrator, for example if no administrator can sign in any more. Returns the generated password, which
 * is not stored and must be changed at the first sign-in. Throws ACCOUNT_NAME_WRONG, ACCOUNT_NAME_TAKEN, FULL_NAME_WRONG.
 */
export async function createAdministrator(
  database: Kysely<Tables>,
  { accountName, realName }: { accountName: string; realName: string },
): Promise<string> {
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await database.transaction().execute(async (transaction) => {
    const { userId } = await createPerson(transaction, {
      accountName,
      realName,
      passwordHash,
      mustChangePassword: true,
      role: 'administrator',
      quotaBytes: null,
    });
    await enterAs(transaction, factsOfSystem('system.createAdministrator'), [{ kind: 'person', id: userId }]);
  });
  return password;
}
