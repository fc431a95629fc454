import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import * as client from 'openid-client';
import { directoryProtocols, signInBackPath } from '@alcove/contract';
import type { AnswerOf, calls, RequestOf } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { CallContext } from '../http/index.ts';
import { forgetSignedOut, hasSignedOut, signInAs } from '../identity/index.ts';
import type { Proof, Proved } from '../identity/index.ts';
import { readAdminRoles } from '../roles/index.ts';
import type { PlatformDeps } from './deps.ts';
import { accountOf } from './first-sign-in.ts';
import { insertFlow, takeFlow } from './flow-queries.ts';
import { insertSession } from './link-queries.ts';
import type { PlatformSession } from './link-queries.ts';
import { findEnabled, isUnchanged } from './platform-queries.ts';
import type { StoredPlatform } from './platform-queries.ts';
import { exchange, withProvider } from './provider.ts';
import { returnPath } from './return-path.ts';

type Calls = typeof calls.platform;

/** Binds a sign-in to the browser that began it: what it sends back opens nothing elsewhere. */
const browserCookie = 'alcove_flow';
const browserSeconds = 3600;
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const secretOf = ({ sealer }: PlatformDeps, { secret, platformId, issuer }: StoredPlatform): string | null =>
  secret && sealer.open(secret, { id: platformId, address: issuer });

/** Whatever a platform does wrong is one failure. The log has the reason, without what the platform sent. */
export function notAnswering({ logger }: PlatformDeps, platformId: string): (error: unknown) => never {
  return (error) => {
    const { name, message, code } = error as Error & { code?: string };
    logger.warn({ platformId, reason: `${name}: ${message}`, code }, 'a sign-in platform did not answer as it must');
    throw new Failure('PLATFORM_NOT_ANSWERING');
  };
}

/** Throws PLATFORM_GONE, PLATFORM_NOT_ANSWERING. */
export async function startSignIn(
  deps: PlatformDeps,
  { platformId, returnTo }: RequestOf<Calls['startSignIn']>,
  context: CallContext,
): Promise<AnswerOf<Calls['startSignIn']>> {
  const platform = await findEnabled(deps.database, platformId);
  if (!platform) throw new Failure('PLATFORM_GONE');
  const provider = await withProvider(deps, platform, secretOf(deps, platform), async (one) => one).catch(notAnswering(deps, platformId));
  const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
  const browser = context.cookie(browserCookie) ?? randomBytes(24).toString('base64url');
  const redirect = `${context.origin}${signInBackPath}/${platformId}`;
  await insertFlow(deps.database, {
    stateHash: hashOf(state),
    browserHash: hashOf(browser),
    platformId,
    revision: platform.revision,
    nonce,
    verifier,
    redirect,
    returnTo: returnPath(returnTo),
  });
  context.setCookie(browserCookie, browser, browserSeconds);
  const address = client.buildAuthorizationUrl(provider, {
    redirect_uri: redirect,
    scope: platform.scopes,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(hasSignedOut(context) && { prompt: 'login', max_age: '0' }),
  });
  if (!/^https?:$/.test(address.protocol)) throw new Failure('PLATFORM_NOT_ANSWERING');
  return { address: address.href };
}

/**
 * Opens a session for whoever the platform says that this browser's person is. Throws PLATFORM_SIGN_IN_OVER, PLATFORM_SIGN_IN_REFUSED,
 * PLATFORM_NOT_ANSWERING, PLATFORM_ACCOUNT_MISSING, and what each sign-in throws: USER_FROZEN, USER_EXPIRED, ADDRESS_NOT_ALLOWED, SECOND_FACTOR_NEEDED.
 */
export async function finishSignIn(
  deps: PlatformDeps,
  { platformId, state, code, iss, error }: RequestOf<Calls['finishSignIn']>,
  context: CallContext,
): Promise<AnswerOf<Calls['finishSignIn']>> {
  const { database } = deps;
  const key = { stateHash: hashOf(state), browserHash: hashOf(context.cookie(browserCookie) ?? ''), platformId };
  const flow = await takeFlow(database, key);
  const platform = flow && (await findEnabled(database, platformId));
  if (!flow || !platform) throw new Failure('PLATFORM_SIGN_IN_OVER');
  if (code === undefined || error !== undefined) throw new Failure('PLATFORM_SIGN_IN_REFUSED');
  const answer = new URL(flow.redirect);
  for (const [name, value] of Object.entries({ state, code, iss })) if (value !== undefined) answer.searchParams.set(name, value);
  const { told, signOut } = await withProvider(deps, platform, secretOf(deps, platform), async (provider) => ({
    told: await exchange(provider, answer, platform, { ...flow, state }),
    signOut: signOutOf(provider, platform),
  })).catch(notAnswering(deps, platformId));
  const identity = { platformId, issuer: platform.issuer, subject: told.subject };
  const user = await accountOf(deps, platform, identity, told.claims);
  const proof = proofOf(user.userId, {
    ...identity,
    revision: platform.revision,
    providerSession: told.providerSession,
    signOut,
    asked: platform.asksSecondFactor,
    proved: told.authTime === null ? 'before' : { at: told.authTime },
  });
  forgetSignedOut(context);
  const { returnTo } = flow;
  const signedIn = await signInAs(deps, { user, kind: 'browser', proof, returnTo }, context);
  context.setCookie(browserCookie, null);
  return { user: signedIn, returnTo };
}

/** What a platform told, as it is kept while its person gives their second factor. */
export interface ToldByPlatform extends Omit<PlatformSession, 'sessionId'> {
  revision: string;
  /** The platform asked for a second factor itself. */
  asked: boolean;
  /** When the person last showed there who they are. A platform that does not say so may have let them in by a session of last week. */
  proved: Proved;
}

/** Holds as long as the platform is not changed, and the identity is this person's. Throws DIRECTORY_ADVANCED_ADMINISTRATOR. */
export const proofOf = (userId: string, told: ToldByPlatform): Proof => ({
  stands: async (transaction, sessionId) =>
    (await requireOrdinary(transaction, userId, told)) &&
    (await isUnchanged(transaction, told)) &&
    insertSession(transaction, { ...told, sessionId }, userId),
  platform: told,
  asked: told.asked,
  proved: told.proved,
});

/** An administrator can point a directory elsewhere, and must not become an advanced one by that. Throws DIRECTORY_ADVANCED_ADMINISTRATOR. */
async function requireOrdinary(transaction: Transaction<Tables>, userId: string, { issuer }: ToldByPlatform): Promise<true> {
  if (
    directoryProtocols.some((one) => one === issuer) &&
    (await readAdminRoles(transaction, userId)).some(({ type }) => type === 'advanced')
  )
    throw new Failure('DIRECTORY_ADVANCED_ADMINISTRATOR');
  return true;
}

/** Where the person signs out at the platform, if it has such a page. */
function signOutOf(provider: client.Configuration, { clientId }: StoredPlatform): string | null {
  const url = URL.parse(provider.serverMetadata().end_session_endpoint ?? '');
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  url.searchParams.set('client_id', clientId);
  return url.href;
}
