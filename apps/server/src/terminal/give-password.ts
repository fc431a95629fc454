import type { Config } from '../config.ts';
import { resetPassword } from '../identity/index.ts';
import { besideServer } from './beside-server.ts';
import type { Terminal } from './texts.ts';

/**
 * `serve reset-password <account>`: sets a new password for an account and shows it. It works with or without a running server and needs only
 * the database's settings. Returns the exit code: 1 if there is no such account. Throws if the database cannot be used.
 */
export async function givePassword(
  config: Config,
  [accountName]: readonly (string | undefined)[],
  { say, texts }: Terminal,
): Promise<0 | 1> {
  if (!accountName) {
    say(texts.password.ofWhom);
    return 1;
  }
  return besideServer(config, async ({ kysely }) => {
    const reset = await resetPassword(kysely, accountName);
    if (!reset) {
      say(texts.password.noSuchAccount(accountName));
      return 1;
    }
    say(texts.password.given(reset.accountName, reset.password));
    if (reset.closed) say(texts.password.closed[reset.closed]);
    return 0;
  });
}
