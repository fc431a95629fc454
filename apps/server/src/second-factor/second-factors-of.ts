import type { SecondFactors } from '@alcove/contract';
import { mustEnrol, readPasswordHash } from '../identity/index.ts';
import type { SecondFactorDeps } from './deps.ts';
import { findTotp, readDemand, readFactors } from './factor-queries.ts';
import { findPasskeys } from './passkey-queries.ts';

/** What somebody has set up, for themselves. */
export async function secondFactorsOf({ database, serviceConfig }: SecondFactorDeps, userId: string): Promise<SecondFactors> {
  const totp = await findTotp(database, userId);
  const passkeys = await findPasskeys(database, userId);
  return {
    totp: totp && { createTime: totp.createdAt.toISOString() },
    passkeys: passkeys.map(({ passkeyId, name, createdAt, usedAt }) => ({
      passkeyId,
      name,
      createTime: createdAt.toISOString(),
      lastTime: usedAt?.toISOString() ?? null,
    })),
    recoveryCodes: (await readFactors(database, userId)).recoveryCodes,
    hasPassword: (await readPasswordHash(database, userId)) !== null,
    isRequired: mustEnrol((await serviceConfig()).secondFactorFor, { ...(await readDemand(database, userId)), has_factor: false }),
  };
}
