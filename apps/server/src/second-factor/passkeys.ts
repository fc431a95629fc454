import { createHash, randomBytes } from 'node:crypto';
import type { AuthenticatorTransportFuture } from '@simplewebauthn/server';
import { limits } from '@alcove/contract';
import type { AnswerOf, calls, RequestOf } from '@alcove/contract';
import { addDetail, enter } from '../audit/index.ts';
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
  setPasskeyName,
  spendPasskey,
  takeChallenge,
} from './passkey-queries.ts';
import type { StoredPasskey } from './passkey-queries.ts';
import { afterLastFactor, beforeFirstFactor } from './totp-factor.ts';

type Calls = typeof calls.user;

/** Loaded at first use, with its X.509 and ASN.1: most sign-ins go without it, and each start would load it. */
const webAuthn = () => import('@simplewebauthn/server');

/** Binds what is to be signed to the browser that asked for it. */
const browserCookie = 'alcove_passkey';
const browserSeconds = 3600;

const asKnown = ({ credentialId: id, transports }: StoredPasskey) => ({ id, transports: transports as AuthenticatorTransportFuture[] });

interface Site {
  origin: string;
  /** Keys sign for this name only. */
  host: string;
}

/**
 * The site for which keys are made and sign: what the operator says that it is, or else what the browser asked for. A key is bound to it by its
 * browser. Throws PASSKEY_ELSEWHERE.
 */
function siteOf({ publicOrigin }: Pick<SecondFactorDeps, 'publicOrigin'>, { origin }: Pick<CallContext, 'origin'>): Site {
  if (publicOrigin !== null && publicOrigin !== origin) throw new Failure('PASSKEY_ELSEWHERE', { address: publicOrigin });
  return { origin, host: new URL(origin).hostname };
}

/** Those that can sign here. Throws PASSKEY_ELSEWHERE if there are none but those of another name of the site. */
function requireHere(passkeys: readonly StoredPasskey[], { host }: Site): StoredPasskey[] {
  const here = passkeys.filter((one) => one.host === null || one.host === host);
  if (here.length === 0 && passkeys.length > 0) throw new Failure('PASSKEY_ELSEWHERE', { address: passkeys[0]!.host ?? '' });
  return here;
}

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
export async function beginPasskey(deps: SecondFactorDeps, context: UserContext): Promise<AnswerOf<Calls['beginPasskey']>> {
  const { database, serviceConfig } = deps;
  const { userId, accountName, realName } = context.caller;
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: (await serviceConfig()).systemTitle[context.language],
    rpID: siteOf(deps, context).host,
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
  const { caller } = context;
  const { userId } = caller;
  const { origin, host } = siteOf(deps, context);
  const { verifyRegistrationResponse } = await webAuthn();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: answer as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: (challenge) => takeChallenge(deps.database, { challenge, boundTo: boundTo(context), userId }),
    expectedOrigin: origin,
    expectedRPID: host,
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
    if (!(await insertPasskey(transaction, caller, { id: newId(), credentialId, publicKey, counter, transports, name, host })))
      throw new Failure('PASSKEY_REFUSED');
    await notify(transaction, [userId], { kind: 'factorAdded', data: { factor: 'passkey', name } });
  });
  deps.forgetSessions(userId);
  return null;
}

/** Throws FACTOR_MISSING. */
export async function renamePasskey(
  { database }: SecondFactorDeps,
  { passkeyId, name }: RequestOf<Calls['renamePasskey']>,
  { caller: { userId } }: UserContext,
): Promise<null> {
  await database.transaction().execute(async (transaction) => {
    if (!(await setPasskeyName(transaction, userId, passkeyId, name))) throw new Failure('FACTOR_MISSING');
    await enter(transaction);
  });
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

/** What the browser has a key sign: for the sign-in that waits there, for the caller, or for whoever it belongs to. Throws SIGN_IN_STEP_OVER, SIGN_IN_NEEDED, PASSKEY_REFUSED, PASSKEY_ELSEWHERE. */
export async function askPasskey(
  deps: SecondFactorDeps,
  { purpose }: RequestOf<Calls['askPasskey']>,
  context: CallContext,
): Promise<AnswerOf<Calls['askPasskey']>> {
  const { database, serviceConfig } = deps;
  if (purpose === 'signIn' && !(await serviceConfig()).passkeySignIn) throw new Failure('PASSKEY_REFUSED');
  if (purpose === 'proof' && !context.caller) throw new Failure('SIGN_IN_NEEDED');
  const userId = purpose === 'signIn' ? null : purpose === 'proof' ? context.caller!.userId : (await stepOf(database, context)).userId;
  const site = siteOf(deps, context);
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: site.host,
    userVerification: userId === null ? 'required' : 'preferred',
    ...(userId !== null && { allowCredentials: requireHere(await findPasskeys(database, userId), site).map(asKnown) }),
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
  deps: SecondFactorDeps,
  userId: string | null,
  signed: Signed,
  context: CallContext,
): Promise<{ passkey: StoredPasskey; spend: SpendFactor }> {
  const { database } = deps;
  const { origin, host } = siteOf(deps, context);
  const passkey = await findPasskey(database, signed.id);
  if (!passkey || (userId !== null && passkey.userId !== userId)) throw new Failure('PASSKEY_REFUSED');
  const { credentialId: id, publicKey, counter } = passkey;
  const { verifyAuthenticationResponse } = await webAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: signed as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: (challenge) => takeChallenge(database, { challenge, boundTo: boundTo(context), userId }),
    expectedOrigin: origin,
    expectedRPID: host,
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
