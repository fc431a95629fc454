import type { Config } from '../config.ts';
import { openDatabase, requireMigrated } from '../database/index.ts';
import { resetPassword } from '../identity/index.ts';
import type { TerminalTexts } from './texts.ts';

/**
 * `serve password <account>`: sets a new password for an account and shows it. It works with or without a running server and needs only the
 * database's settings. Returns the exit code: 1 if there is no such account. Throws if the database cannot be used.
 */
export async function givePassword(
  config: Config,
  accountName: string | undefined,
  { say, texts }: { say: (line: string) => void; texts: TerminalTexts },
): Promise<0 | 1> {
  if (!accountName) {
    say(texts.password.ofWhom);
    return 1;
  }
  const opened = await openDatabase({ ...config, poolSize: 2 }, { beside: true });
  try {
    await requireMigrated(opened.kysely);
    const reset = await resetPassword(opened.kysely, accountName);
    if (!reset) {
      say(texts.password.noSuchAccount(accountName));
      return 1;
    }
    say(texts.password.given(reset.accountName, reset.password));
    if (reset.closed) say(texts.password.closed[reset.closed]);
    return 0;
  } finally {
    await opened.stop();
  }
}
