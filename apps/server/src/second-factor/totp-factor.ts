import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { endSessionsWithoutFactor, lockForFactors } from '../identity/index.ts';
import { notify } from '../notices/index.ts';
import type { SealedFor } from '../sealed-secrets/index.ts';
import type { SecondFactorDeps } from './deps.ts';
import { deleteEnrolment, deleteRecoveryCodes, deleteTotp, findEnrolment, putEnrolment, putTotp, readFactors } from './factor-queries.ts';
import { base32, matchingStep, secretBytes, totpAddress } from './totp.ts';

/** Copied to another person's row, the secret cannot be opened. */
const sealedFor = (userId: string): SealedFor => ({ id: userId, address: 'totp' });

/** Null if the operator's sealing key is another one now. */
export const openTotp = ({ sealer }: Pick<SecondFactorDeps, 'sealer'>, userId: string, sealed: Buffer): Buffer | null => {
  const opened = sealer.open(sealed, sealedFor(userId));
  return opened === null ? null : Buffer.from(opened, 'base64');
};

/** Draws a secret. What the person has goes on until `confirmTotp`. */
export async function beginTotp(
  { database, sealer, serviceConfig }: SecondFactorDeps,
  { caller, language }: UserContext,
): Promise<{ secret: string; address: string }> {
  const secret = randomBytes(secretBytes);
  await putEnrolment(database, caller.userId, sealer.seal(secret.toString('base64'), sealedFor(caller.userId)));
  const issuer = (await serviceConfig()).systemTitle[language];
  return { secret: base32(secret), address: totpAddress(secret, { issuer, accountName: caller.accountName }) };
}

/**
 * Takes the app into use once it shows the right code, which is used up with it. The first factor of a person ends their other sessions: they
 * were opened without one. Throws ENROLMENT_OVER, ENROLMENT_CODE_WRONG.
 */
export async function confirmTotp(deps: SecondFactorDeps, { code }: { code: string }, { caller }: UserContext): Promise<null> {
  const { userId } = caller;
  await deps.database.transaction().execute(async (transaction) => {
    await lockForFactors(transaction, userId);
    const enrolment = await findEnrolment(transaction, userId);
    const secret = enrolment && openTotp(deps, userId, enrolment.secret);
    if (!enrolment || !secret) throw new Failure('ENROLMENT_OVER');
    const step = matchingStep(secret, code, { seconds: enrolment.seconds, last: 0 });
    if (step === null) throw new Failure('ENROLMENT_CODE_WRONG', { field: 'code' });
    await beforeFirstFactor(transaction, caller);
    await putTotp(transaction, caller, { secret: enrolment.secret, step });
    await deleteEnrolment(transaction, userId);
    await notify(transaction, [userId], { kind: 'factorAdded', data: { factor: 'totp', name: '' } });
  });
  deps.forgetSessions(userId);
  return null;
}

/** Throws FACTOR_MISSING. */
export async function removeTotp(deps: SecondFactorDeps, { caller: { userId } }: UserContext): Promise<null> {
  await deps.database.transaction().execute(async (transaction) => {
    await lockForFactors(transaction, userId);
    if (!(await deleteTotp(transaction, userId))) throw new Failure('FACTOR_MISSING');
    await afterLastFactor(transaction, userId);
    await notify(transaction, [userId], { kind: 'factorRemoved', data: { by: null, factor: 'totp', name: '' } });
  });
  deps.forgetSessions(userId);
  return null;
}

/** Call it before a factor is added. */
export async function beforeFirstFactor(transaction: Transaction<Tables>, caller: UserContext['caller']): Promise<void> {
  const { totp, passkeys } = await readFactors(transaction, caller.userId);
  if (!totp && !passkeys) await endSessionsWithoutFactor(transaction, caller);
}

/** Call it after one is removed. Recovery codes go with the last: they stand for it. */
export async function afterLastFactor(transaction: Transaction<Tables>, userId: string): Promise<void> {
  const { totp, passkeys } = await readFactors(transaction, userId);
  if (!totp && !passkeys) await deleteRecoveryCodes(transaction, userId);
}
