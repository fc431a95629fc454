import { createHash } from 'node:crypto';
import type { CurrentUser } from '@alcove/contract';
import { Failure, networkOf, sessionCookie } from '../http/index.ts';
import type { CallContext } from '../http/index.ts';
import { welcome } from '../notices/index.ts';
import { readKnownBrowser, rememberBrowser } from './known-browser.ts';
import { hasAsked, openSession } from './sessions.ts';
import type { NewSession, Proof, SpendFactor } from './sessions.ts';
import { beginStep } from './sign-in-step.ts';
import type { IdentityDeps } from './deps.ts';
import { readCurrentUser, readHasSecondFactor } from './user-queries.ts';

export interface SigningIn {
  user: { userId: string; accountName: string; welcomed: boolean };
  kind: 'browser' | 'client';
  proof: Proof;
  /** Where the person was going, if only the server knows. */
  returnTo?: string | null;
  spendFactor?: SpendFactor;
}

/**
 * The one way in for whoever proved who they are, however they did. Somebody with a second factor has to give it first: the browser keeps the
 * sign-in for a few minutes (sign-in-step.ts). Throws ADDRESS_NOT_ALLOWED, SECOND_FACTOR_NEEDED, and what `openSession` throws.
 */
export async function signInAs(
  deps: IdentityDeps,
  { user: { userId, accountName, welcomed }, kind, proof, returnTo = null, spendFactor }: SigningIn,
  context: CallContext,
): Promise<CurrentUser> {
  const { database } = deps;
  await requireSignInFrom(deps, context.ip, userId);
  if (!spendFactor && !hasAsked(proof) && (await readHasSecondFactor(database, userId))) {
    await beginStep(database, { userId, kind, returnTo, proof }, context);
    throw new Failure('SECOND_FACTOR_NEEDED');
  }
  const opened = { ...openedBy(deps, context, kind, accountName), userId };
  const session = await openSession(database, opened, proof, await deps.sessionTimes(), spendFactor);
  deps.forgetSessions(userId); // opening the new session may have ended another one
  if (!welcomed) await welcome(database, userId);
  if (kind === 'browser') context.setCookie(sessionCookie, session.token);
  return readCurrentUser(deps, userId, kind === 'client' ? session.token : session.id);
}

/** Throws ADDRESS_NOT_ALLOWED. Only who proved to be this person learns that the address is not one of theirs. */
export async function requireSignInFrom({ letsIn }: Pick<IdentityDeps, 'letsIn'>, address: string, userId: string): Promise<void> {
  if (!(await letsIn(address, { area: 'signIn', userId }))) throw new Failure('ADDRESS_NOT_ALLOWED', { address });
}

/** What is stored about where a session is opened. From now on, the browser is known for this account. */
function openedBy(
  { browserSecret }: Pick<IdentityDeps, 'browserSecret'>,
  context: CallContext,
  kind: 'browser' | 'client',
  accountName: string,
): Omit<NewSession, 'userId'> {
  const { agent, ip: address } = context;
  if (kind === 'client') return { kind, browser: null, device: { name: clientName(agent, address), known: false }, agent, address };
  const known = readKnownBrowser(browserSecret, context)?.knows(accountName) ?? false;
  const browser = rememberBrowser(browserSecret, context, accountName);
  return { kind, browser, device: { name: browser, known }, agent, address };
}

/** Clients have no cookie. What they call themselves, from the network where they are, stands for one. */
const clientName = (agent: string, address: string): string =>
  `client ${createHash('sha256')
    .update(`${networkOf(address)} ${agent}`)
    .digest('base64url')}`;
