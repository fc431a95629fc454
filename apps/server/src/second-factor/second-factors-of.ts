import type { Kysely } from 'kysely';
import type { SecondFactors } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { readPasswordHash } from '../identity/index.ts';
import { findTotp, readFactors } from './factor-queries.ts';
import { findPasskeys } from './passkey-queries.ts';

/** What somebody has set up, for themselves. */
export async function secondFactorsOf(database: Kysely<Tables>, userId: string): Promise<SecondFactors> {
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
  };
}
