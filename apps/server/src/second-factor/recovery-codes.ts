import type { Transaction } from 'kysely';
import { enter } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { drawWritten, hashWritten, lockForFactors } from '../identity/index.ts';
import type { SecondFactorDeps } from './deps.ts';
import { putRecoveryCodes, readFactors } from './factor-queries.ts';

const codes = 10;
/** 80 bits, so a fast hash protects them. */
const length = 16;

/** Draws new ones, in place of those before. They are shown once. Throws FACTOR_MISSING. */
export async function drawRecoveryCodes({ database }: SecondFactorDeps, { caller }: UserContext): Promise<{ codes: string[] }> {
  const drawn = Array.from({ length: codes }, () => drawWritten(length, 4));
  await database.transaction().execute(async (transaction) => {
    await lockForFactors(transaction, caller.userId);
    await requireFactor(transaction, caller.userId);
    await putRecoveryCodes(transaction, caller, drawn.map(hashWritten));
    await enter(transaction);
  });
  return { codes: drawn };
}

/** Recovery codes stand for another factor, so they are none by themselves. */
async function requireFactor(transaction: Transaction<Tables>, userId: string): Promise<void> {
  const { totp, passkeys } = await readFactors(transaction, userId);
  if (!totp && !passkeys) throw new Failure('FACTOR_MISSING');
}
