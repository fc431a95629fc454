import type { PlatformTest, calls, RequestOf } from '@alcove/contract';
import { checkedIssuer } from './change-platforms.ts';
import type { PlatformDeps } from './deps.ts';
import { fits, keysOf, openProvider } from './provider.ts';

/** Asks as a sign-in does. The steps after the one that failed are false. Throws PLATFORM_ISSUER_WRONG. */
export async function testPlatform(
  { outgoing, logger }: PlatformDeps,
  { issuer: given, algorithm }: RequestOf<typeof calls.adminPlatform.test>,
): Promise<PlatformTest> {
  const issuer = checkedIssuer(given);
  const reached: PlatformTest = { answers: false, fits: false, hasKeys: false };
  const work = outgoing.inTime(async (ask) => {
    const provider = await openProvider({ issuer, algorithm }, null, ask);
    reached.answers = true;
    reached.fits = fits(provider, { issuer, algorithm });
    if (!reached.fits) return;
    await keysOf(provider, ask);
    reached.hasKeys = true;
  });
  await work.catch((error: unknown) => logger.warn({ reason: String(error) }, 'the test of a sign-in platform failed'));
  return reached;
}
