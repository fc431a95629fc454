import type { Kysely } from 'kysely';
import type { CurrentUser } from '@alcove/contract';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import { Failure, networkOf, sessionCookie } from '../http/index.ts';
import type { CallContext } from '../http/index.ts';
import { welcome } from '../notices/index.ts';
import { readKnownBrowser, rememberBrowser } from './known-browser.ts';
import { passwordFits } from './passwords.ts';
import type { SessionTimes } from './session-queries.ts';
import { openSession } from './sessions.ts';
import type { NewSession } from './sessions.ts';
import { takeAttempt } from './slow-down.ts';
import { findUserByName, readCurrentUser } from './user-queries.ts';

export interface SignInDeps {
  database: Kysely<Tables>;
  sessionTimes: SessionTimes;
  /** Seals the cookie by which a browser is known again. */
  browserSecret: Buffer;
  /** This process remembers nothing more of the person's sessions. */
  forgetSessions: (userId: string) => void;
  serviceConfig: ReadServiceConfig;
}

/**
 * Signs in with Alcove's own form. An unknown name and a wrong password answer and time alike; that someone is frozen or
 * expired is told only to who has the password.
 * Throws SIGN_IN_SLOWED, WRONG_PASSWORD, USER_FROZEN, USER_EXPIRED.
 */
export async function signIn(
  deps: SignInDeps,
  input: { username: string; password: string },
  context: CallContext,
  kind: 'browser' | 'client',
): Promise<CurrentUser> {
  const { database } = deps;
  const accountName = input.username.trim();
  const browser = readKnownBrowser(deps.browserSecret, context);
  const known = browser?.knows(accountName) ?? false;
  const place = known && browser ? browser.name : networkOf(context.ip);
  const attempt = await takeAttempt(database, { accountName, name: place, known });
  const user = await findUserByName(database, accountName);
  const fits = await passwordFits(user?.passwordHash ?? null, input.password, place).catch(async (error: unknown) => {
    await attempt.giveBack();
    throw error;
  });
  if (!fits || !user) throw new Failure('WRONG_PASSWORD');
  await attempt.succeeded();
  if (user.frozen) throw new Failure('USER_FROZEN');
  if (user.expired) throw new Failure('USER_EXPIRED');
  const session = await openSession(
    database,
    { ...openedBy(deps, context, kind, user.accountName), userId: user.id },
    { passwordHash: user.passwordHash },
    deps.sessionTimes,
  );
  deps.forgetSessions(user.id); // one may have ended for it
  if (!user.welcomed) await welcome(database, user.id);
  if (kind === 'browser') context.setCookie(sessionCookie, session.token);
  return readCurrentUser(deps, user.id, kind === 'client' ? session.token : session.id);
}

/** What is kept of where a session is opened. A browser is known for this account from then on. */
export function openedBy(
  { browserSecret }: Pick<SignInDeps, 'browserSecret'>,
  context: CallContext,
  kind: 'browser' | 'client',
  accountName: string,
): Omit<NewSession, 'userId'> {
  const browser = kind === 'browser' ? rememberBrowser(browserSecret, context, accountName) : null;
  return { kind, browser, agent: context.agent, address: context.ip };
}
