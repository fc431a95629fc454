import type { Transaction } from 'kysely';
import { addDetail, enter } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { CallContext, UserContext } from '../http/index.ts';
import { hashWritten, lockForFactors, passwordFits, readPasswordHash, setProved, takeAttempt, takeAttemptOf } from '../identity/index.ts';
import type { SpendFactor } from '../identity/index.ts';
import { notify } from '../notices/index.ts';
import type { SecondFactorDeps } from './deps.ts';
import { findTotp, hasRecoveryCode, readFactors, spendRecoveryCode, spendTotpStep } from './factor-queries.ts';
import { provePasskey } from './passkeys.ts';
import type { Signed } from './passkeys.ts';
import { openTotp } from './totp-factor.ts';
import { matchingStep } from './totp.ts';

/** What somebody gives: one of them. */
export interface Given {
  code?: string | undefined;
  recoveryCode?: string | undefined;
  passkey?: Signed | undefined;
}

/**
 * The caller proves again who they are, with a second factor or, if they have none, with their password. Throws SIGN_IN_SLOWED, FACTOR_MISSING, FACTOR_CODE_WRONG,
 * RECOVERY_CODE_WRONG, PROOF_PASSWORD_WRONG.
 */
export async function proveAgain(
  deps: SecondFactorDeps,
  { password, ...given }: Given & { password?: string | undefined },
  context: UserContext,
): Promise<null> {
  const { userId, sessionId, accountName } = context.caller;
  const spend =
    password === undefined ? await proveFactor(deps, userId, given, context) : await provePassword(deps, { userId, accountName }, password);
  await deps.database.transaction().execute(async (transaction) => {
    await lockForFactors(transaction, userId);
    await spend(transaction);
    await setProved(transaction, sessionId);
    await enter(transaction);
  });
  return null;
}

/** Counted with the attempts to change the password, so that an open session gives no further ones. */
async function provePassword(
  deps: SecondFactorDeps,
  { userId, accountName }: { userId: string; accountName: string },
  password: string,
): Promise<SpendFactor> {
  const attempt = await takeAttempt(deps, { accountName, name: 'change of password', known: true });
  const stored = await readPasswordHash(deps.database, userId);
  const fits = await passwordFits(stored, password, userId).catch(async (error: unknown) => {
    await attempt.giveBack();
    throw error;
  });
  if (!fits) throw new Failure('PROOF_PASSWORD_WRONG', { field: 'password' });
  await attempt.succeeded();
  return async (transaction) => {
    const { totp, passkeys } = await readFactors(transaction, userId);
    if (totp || passkeys) throw new Failure('FACTOR_MISSING');
    if ((await readPasswordHash(transaction, userId)) !== stored) throw new Failure('PROOF_PASSWORD_WRONG', { field: 'password' });
  };
}

/**
 * Checks what a person gives as their second factor. Returns what uses it up, in the transaction of what it is given for: of two requests with the same
 * code, one succeeds. Wrong ones slow down, in one count for the person: only somebody who has their password gets this far, from wherever.
 * Throws SIGN_IN_SLOWED, FACTOR_CODE_WRONG, RECOVERY_CODE_WRONG, PASSKEY_REFUSED.
 */
export async function proveFactor(deps: SecondFactorDeps, userId: string, given: Given, context: CallContext): Promise<SpendFactor> {
  const { signInTries, signInWaitMinutes } = await deps.serviceConfig();
  const key = { key: `factor:${userId}`, free: signInTries, firstMs: 1000, longestMs: signInWaitMinutes * 60_000 };
  const attempt = await takeAttemptOf(deps.database, [key], (seconds) => new Failure('SIGN_IN_SLOWED', { seconds }));
  const spend = await proofOf(deps, userId, { ...given, left: attempt.left }, context);
  await attempt.succeeded();
  return spend;
}

async function proofOf(
  deps: SecondFactorDeps,
  userId: string,
  { passkey, recoveryCode, code = '', left }: Given & { left: number },
  context: CallContext,
): Promise<SpendFactor> {
  if (passkey) return (await provePasskey(deps, userId, passkey, context)).spend;
  return recoveryCode === undefined ? codeProof(deps, userId, { code, left }) : recoveryProof(deps, userId, { recoveryCode, left });
}

async function codeProof(deps: SecondFactorDeps, userId: string, { code, left }: { code: string; left: number }): Promise<SpendFactor> {
  const wrong = new Failure('FACTOR_CODE_WRONG', { field: 'code', left });
  const stored = await findTotp(deps.database, userId);
  const secret = stored && openTotp(deps, userId, stored.secret);
  const step = stored && secret && matchingStep(secret, code, { seconds: stored.seconds, last: stored.lastStep });
  if (!step) throw wrong;
  return async (transaction) => {
    if (!(await spendTotpStep(transaction, userId, step))) throw wrong;
    addDetail({ factor: 'totp' });
  };
}

async function recoveryProof(
  { database }: SecondFactorDeps,
  userId: string,
  { recoveryCode, left }: { recoveryCode: string; left: number },
): Promise<SpendFactor> {
  const hash = hashWritten(recoveryCode);
  const wrong = new Failure('RECOVERY_CODE_WRONG', { field: 'recoveryCode', left });
  if (!(await hasRecoveryCode(database, userId, hash))) throw wrong;
  return async (transaction: Transaction<Tables>) => {
    if (!(await spendRecoveryCode(transaction, userId, hash))) throw wrong;
    const { recoveryCodes } = await readFactors(transaction, userId);
    await notify(transaction, [userId], { kind: 'recoveryCodeUsed', data: { left: recoveryCodes } });
    addDetail({ factor: 'recoveryCode' });
  };
}
