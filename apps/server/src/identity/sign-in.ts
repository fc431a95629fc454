import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { CurrentUser } from '@alcove/contract';
import { addDetail } from '../audit/index.ts';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import { Failure, networkOf, sessionCookie } from '../http/index.ts';
import type { AddressUse, CallContext } from '../http/index.ts';
import { welcome } from '../notices/index.ts';
import { secretProof } from './first-secret.ts';
import { readKnownBrowser, rememberBrowser } from './known-browser.ts';
import { passwordFits } from './passwords.ts';
import type { ReadSessionTimes } from './session-times.ts';
import { openSession } from './sessions.ts';
import type { NewSession } from './sessions.ts';
import { takeAttempt } from './slow-down.ts';
import { findUserByName, readCurrentUser } from './user-queries.ts';

export interface IdentityDeps {
  database: Kysely<Tables>;
  sessionTimes: ReadSessionTimes;
  /** Seals the cookie that identifies a known browser. */
  browserSecret: KeyObject;
  /** Drops what this process has cached about the person's sessions. */
  forgetSessions: (userId: string) => void;
  serviceConfig: ReadServiceConfig;
  /** No change is made at the moment, because the system is being moved. */
  isHeld: () => boolean;
  /** Whether somebody may do this from the address. */
  letsIn: (address: string, use: AddressUse) => boolean | Promise<boolean>;
}

/**
 * Signs in with Alcove's own form. An unknown name and a wrong password give the same answer in the same time, and so does an account without
 * a password. Its secret for the first sign-in takes the place of the password, once. Only a person with the right password learns that the
 * account is frozen or expired.
 * Throws SIGN_IN_REGION_UNKNOWN, SIGN_IN_SLOWED, WRONG_PASSWORD, USER_FROZEN, USER_EXPIRED, ADDRESS_NOT_ALLOWED, and SIGN_IN_NEEDED if the password changed, or the secret was used,
 * at the same moment.
 */
export async function signIn(
  deps: IdentityDeps,
  input: { username: string; password: string; region?: string | undefined },
  context: CallContext,
  kind: 'browser' | 'client',
): Promise<CurrentUser> {
  const { database } = deps;
  await noteRegion(deps, input.region);
  const accountName = input.username.trim();
  const browser = readKnownBrowser(deps.browserSecret, context);
  const known = browser?.knows(accountName) ?? false;
  const origin = known && browser ? browser.name : networkOf(context.ip);
  const attempt = await takeAttempt(deps, { accountName, name: origin, known });
  const user = await findUserByName(database, accountName);
  const fits = await passwordFits(user?.passwordHash ?? null, input.password, origin).catch(async (error: unknown) => {
    await attempt.giveBack();
    throw error;
  });
  const proof = user && (fits ? { passwordHash: user.passwordHash } : secretProof(user, input.password));
  if (!proof) throw new Failure('WRONG_PASSWORD');
  await attempt.succeeded();
  if (user.frozen) throw new Failure('USER_FROZEN');
  if (user.expired) throw new Failure('USER_EXPIRED');
  await requireSignInFrom(deps, context.ip, user.id);
  const session = await openSession(
    database,
    { ...openedBy(deps, context, kind, user.accountName), userId: user.id },
    proof,
    await deps.sessionTimes(),
  );
  deps.forgetSessions(user.id); // opening the new session may have ended another one
  if (!user.welcomed) await welcome(database, user.id);
  if (kind === 'browser') context.setCookie(sessionCookie, session.token);
  return readCurrentUser(deps, user.id, kind === 'client' ? session.token : session.id);
}

/** The log keeps the region that was chosen. Throws SIGN_IN_REGION_UNKNOWN. */
async function noteRegion({ serviceConfig }: Pick<IdentityDeps, 'serviceConfig'>, region: string | undefined): Promise<void> {
  if (region === undefined || region === '') return;
  const { signInRegions } = await serviceConfig();
  if (!signInRegions.some((one) => one === region)) throw new Failure('SIGN_IN_REGION_UNKNOWN', { field: 'region' });
  addDetail({ region });
}

/** Throws ADDRESS_NOT_ALLOWED. Only who proved to be this person learns that the address is not one of theirs. */
export async function requireSignInFrom({ letsIn }: Pick<IdentityDeps, 'letsIn'>, address: string, userId: string): Promise<void> {
  if (!(await letsIn(address, { area: 'signIn', userId }))) throw new Failure('ADDRESS_NOT_ALLOWED', { address });
}

/** What is stored about where a session is opened. From now on, the browser is known for this account. */
export function openedBy(
  { browserSecret }: Pick<IdentityDeps, 'browserSecret'>,
  context: CallContext,
  kind: 'browser' | 'client',
  accountName: string,
): Omit<NewSession, 'userId'> {
  const browser = kind === 'browser' ? rememberBrowser(browserSecret, context, accountName) : null;
  return { kind, browser, agent: context.agent, address: context.ip };
}
