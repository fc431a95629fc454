import { failureText } from '@alcove/contract';
import type { Config } from '../config.ts';
import { Failure } from '../http/index.ts';
import { createAdministrator } from '../identity/index.ts';
import { besideServer } from './beside-server.ts';
import type { Terminal } from './texts.ts';

/**
 * `serve create-admin <account> [name]`: creates an administrator and shows the password. Returns the exit code: 1 if the account cannot be
 * created. Throws if the database cannot be used.
 */
export async function createAdmin(
  config: Config,
  [accountName, realName = accountName]: readonly (string | undefined)[],
  { say, texts }: Terminal,
): Promise<0 | 1> {
  if (!accountName) {
    say(texts.createAdmin.whom);
    return 1;
  }
  return besideServer(config, async ({ kysely }) => {
    try {
      const password = await createAdministrator(kysely, { accountName, realName: realName! });
      say(texts.createAdmin.made(accountName, password));
      return 0;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      say(texts.createAdmin.refused(failureText(error.code, texts.language, error.details)));
      return 1;
    }
  });
}
