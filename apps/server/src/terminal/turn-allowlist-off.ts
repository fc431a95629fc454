import type { Config } from '../config.ts';
import { allowlistOff } from '../ip-allowlist/index.ts';
import { besideServer } from './beside-server.ts';
import type { Terminal } from './texts.ts';

/** `serve allowlist-off`: switches every rule of the IP allowlist off, so that administrators come in again. Throws if the database cannot be used. */
export const turnAllowlistOff = (config: Config, { say, texts }: Terminal): Promise<0> =>
  besideServer<0>(config, async ({ kysely }) => {
    say(texts.allowlistOff(await allowlistOff(kysely)));
    return 0;
  });
