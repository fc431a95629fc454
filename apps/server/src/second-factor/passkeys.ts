import { createHash, randomBytes } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { AuthenticatorTransportFuture } from '@simplewebauthn/server';
import { limits } from '@alcove/contract';
import type { AnswerOf, calls, RequestOf } from '@alcove/contract';
import { addDetail } from '../audit/index.ts';
import { Failure } from '../http/index.ts';
import type { CallContext, UserContext } from '../http/index.ts';
import { lockForFactors, signInAs, stepOf } from '../identity/index.ts';
import type { SpendFactor } from '../identity/index.ts';
import { newId } from '../ids.ts';
import { notify } from '../notices/index.ts';
import type { SecondFactorDeps } from './deps.ts';
import {
  deletePasskey,
  findPasskey,
  findPasskeys,
  insertChallenge,
  insertPasskey,
  spendPasskey,
  takeChallenge,
} from './passkey-queries.ts';
import type { StoredPasskey } from './passkey-queries.ts';
import { afterLastFactor, beforeFirstFactor } from './totp-factor.ts';

type Calls = typeof calls.user;

/** Binds what is to be signed to the browser that asked for it. */
const browserCookie = 'alcove_passkey';
const browserSeconds = 3600;

const hostOf = (origin: string): string => new URL(origin).hostname;
const asKnown = ({ credentialId: id, transports }: StoredPasskey) => ({ id, transports: transports as AuthenticatorTransportFuture[] });
const boundTo = (context: CallContext): Buffer =>
  createHash('sha256')
    .update(context.cookie(browserCookie) ?? '')
    .digest();
function bindBrowser(context: CallContext): Buffer {
  const browser = context.cookie(browserCookie) ?? randomBytes(24).toString('base64url');
  context.setCookie(browserCookie, browser, browserSeconds);
  return createHash('sha256').update(browser).digest();
}

/** What the browser makes a new key of. */
export async function beginPasskey(
  { database, serviceConfig }: SecondFactorDeps,
  context: UserContext,
): Promise<AnswerOf<Calls['beginPasskey']>> {
  const { userId, accountName, realName } = context.caller;
  const options = await generateRegistrationOptions({
    rpName: (await serviceConfig()).systemTitle[context.language],
    rpID: hostOf(context.origin),
    userID: new TextEncoder().encode(userId),
    userName: accountName,
    userDisplayName: realName,
    excludeCredentials: (await findPasskeys(database, userId)).map(asKnown),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await insertChallenge(database, { challenge: options.challenge, boundTo: bindBrowser(context), userId });
  return { options };
}

/** The first factor of a person ends their other sessions. Throws PASSKEY_REFUSED, PASSKEYS_TOO_MANY. */
export async function addPasskey(
  deps: SecondFactorDeps,
  { name, answer }: RequestOf<Calls['addPasskey']>,
  context: UserContext,
): Promise<null> {
  const { caller, origin } = context;
  const { userId } = caller;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: answer as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: (challenge) => takeChallenge(deps.database, { challenge, boundTo: boundTo(context), userId }),
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    requireUserVerification: false,
  }).catch(refuse);
  if (!verified || !registrationInfo) throw new Failure('PASSKEY_REFUSED');
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  await deps.database.transaction().execute(async (transaction) => {
    await lockForFactors(transaction, userId);
    if ((await findPasskeys(transaction, userId)).length >= limits.passkeys)
      throw new Failure('PASSKEYS_TOO_MANY', { limit: limits.passkeys });
    await beforeFirstFactor(transaction, caller);
    const transports = answer.response.transports ?? [];
    if (!(await insertPasskey(transaction, { id: newId(), userId, credentialId, publicKey, counter, transports, name })))
      throw new Failure('PASSKEY_REFUSED');
    await notify(transaction, [userId], { kind: 'factorAdded', data: { factor: 'passkey', name } });
  });
  deps.forgetSessions(userId);
  return null;
}

/** It opens nothing any more from now on. Throws FACTOR_MISSING. */
export async function removePasskey(
  deps: SecondFactorDeps,
  { passkeyId }: RequestOf<Calls['removePasskey']>,
  { caller: { userId } }: UserContext,
): Promise<null> {
  await deps.database.transaction().execute(async (transaction) => {
    await lockForFactors(transaction, userId);
    const name = await deletePasskey(transaction, userId, passkeyId);
    if (name === null) throw new Failure('FACTOR_MISSING');
    await afterLastFactor(transaction, userId);
    addDetail({ name });
    await notify(transaction, [userId], { kind: 'factorRemoved', data: { by: null, factor: 'passkey', name } });
  });
  deps.forgetSessions(userId);
  return null;
}

/** What the browser has a key sign: for the sign-in that waits there, for the caller, or for whoever it belongs to. Throws SIGN_IN_STEP_OVER, SIGN_IN_NEEDED, PASSKEY_REFUSED. */
export async function askPasskey(
  { database, serviceConfig }: SecondFactorDeps,
  { purpose }: RequestOf<Calls['askPasskey']>,
  context: CallContext,
): Promise<AnswerOf<Calls['askPasskey']>> {
  if (purpose === 'signIn' && !(await serviceConfig()).passkeySignIn) throw new Failure('PASSKEY_REFUSED');
  if (purpose === 'proof' && !context.caller) throw new Failure('SIGN_IN_NEEDED');
  const userId = purpose === 'signIn' ? null : purpose === 'proof' ? context.caller!.userId : (await stepOf(database, context)).userId;
  const options = await generateAuthenticationOptions({
    rpID: hostOf(context.origin),
    userVerification: userId === null ? 'required' : 'preferred',
    ...(userId !== null && { allowCredentials: (await findPasskeys(database, userId)).map(asKnown) }),
  });
  await insertChallenge(database, { challenge: options.challenge, boundTo: bindBrowser(context), userId });
  return { options };
}

export type Signed = RequestOf<Calls['signInWithPasskey']>['passkey'];

/**
 * Checks what a key has signed, for this person or, if it is null, for whoever it belongs to. Such a key stands for both factors, so it must have
 * verified its owner. Throws PASSKEY_REFUSED.
 */
export async function provePasskey(
  { database }: SecondFactorDeps,
  userId: string | null,
  signed: Signed,
  context: CallContext,
): Promise<{ passkey: StoredPasskey; spend: SpendFactor }> {
  const passkey = await findPasskey(database, signed.id);
  if (!passkey || (userId !== null && passkey.userId !== userId)) throw new Failure('PASSKEY_REFUSED');
  const { credentialId: id, publicKey, counter } = passkey;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: signed as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: (challenge) => takeChallenge(database, { challenge, boundTo: boundTo(context), userId }),
    expectedOrigin: context.origin,
    expectedRPID: hostOf(context.origin),
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: userId === null,
  }).catch(refuse);
  if (!verified) throw new Failure('PASSKEY_REFUSED');
  return {
    passkey,
    spend: async (transaction) => {
      if (!(await spendPasskey(transaction, passkey.passkeyId, authenticationInfo.newCounter))) throw new Failure('PASSKEY_REFUSED');
      addDetail({ factor: 'passkey' });
    },
  };
}

/** Where the company allows it, a passkey is all it takes. Throws PASSKEY_REFUSED, and what `signInAs` throws. */
export async function signInWithPasskey(
  deps: SecondFactorDeps,
  { passkey: signed }: RequestOf<Calls['signInWithPasskey']>,
  context: CallContext,
): Promise<AnswerOf<Calls['signInWithPasskey']>> {
  if (!(await deps.serviceConfig()).passkeySignIn) throw new Failure('PASSKEY_REFUSED');
  const { passkey: user, spend: spendFactor } = await provePasskey(deps, null, signed, context);
  return signInAs(deps, { user, kind: 'browser', proof: { byFactor: true }, spendFactor }, context);
}

function refuse(error: unknown): never {
  throw error instanceof Failure ? error : new Failure('PASSKEY_REFUSED', {}, error);
}
