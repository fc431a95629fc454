import type { SignInWays } from '@alcove/contract';
import { isTestSite, signInWays } from '../identity/index.ts';
import type { PlatformDeps } from './deps.ts';
import { findSignInPlatforms } from './platform-queries.ts';

/** A platform that takes the place of our sign-in page knows the address of the real site, so on a test site nobody is led there. */
export async function waysToSignIn({ database, serviceConfig }: PlatformDeps, origin: string): Promise<SignInWays> {
  const [ways, { platformId, ...platforms }, config] = await Promise.all([
    signInWays(serviceConfig),
    findSignInPlatforms(database),
    serviceConfig(),
  ]);
  return { ...ways, ...platforms, platformId: isTestSite(config, origin) ? null : platformId };
}
