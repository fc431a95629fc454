import { decodeJwt } from 'jose';
import { addDetail, enter } from '../audit/index.ts';
import { Failure } from '../http/index.ts';
import type { PlatformDeps } from './deps.ts';
import { endSessionsAt } from './link-queries.ts';
import { findByClient } from './platform-queries.ts';
import type { StoredPlatform } from './platform-queries.ts';
import { keysOf, openProvider, readLogout } from './provider.ts';

/**
 * Ends the sessions of whoever signed out at the platform, with what they have open. What the token says of itself only leads to the platform
 * whose keys must have signed it; one provider may be several platforms here. Throws PLATFORM_LOGOUT_REFUSED.
 */
export async function reportSignOut(deps: PlatformDeps, token: string): Promise<null> {
  const { database, logger } = deps;
  let accepted = false;
  for (const platform of await findByClient(database, ...saidIn(token))) {
    const { platformId } = platform;
    const told = await verified(deps, platform, token).catch((error: unknown) => {
      logger.warn({ platformId, reason: String(error) }, 'a sign-in platform reported a sign-out wrongly');
      return null;
    });
    if (!told) continue;
    accepted = true;
    const people = await database.transaction().execute(async (transaction) => {
      const ended = await endSessionsAt(transaction, platform, told);
      addDetail({ name: platform.name });
      await enter(
        transaction,
        ended.map((id) => ({ kind: 'person' as const, id })),
      );
      return ended;
    });
    for (const userId of people) deps.forgetSessions(userId);
  }
  if (!accepted) throw new Failure('PLATFORM_LOGOUT_REFUSED');
  return null;
}

/** A token that is wrong says nothing about the description, so that one is kept. */
const verified = ({ outgoing, descriptions }: PlatformDeps, platform: StoredPlatform, token: string) =>
  outgoing.inTime(async (ask) => {
    const provider = await openProvider(platform, null, ask, descriptions.find(platform.issuer));
    return readLogout(token, await keysOf(provider, ask), platform);
  });

/** Not checked yet. Throws PLATFORM_LOGOUT_REFUSED. */
function saidIn(token: string): [issuer: string, clientIds: string[]] {
  try {
    const { iss = '', aud = [] } = decodeJwt(token);
    return [String(iss), [aud].flat().map(String)];
  } catch {
    throw new Failure('PLATFORM_LOGOUT_REFUSED');
  }
}
