import type { Kysely } from 'kysely';
import type { OpenSession, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { endSessionsOf, sessionsOf } from '../identity/index.ts';
import type { ReadSessionTimes } from '../identity/index.ts';
import { notify } from '../notices/index.ts';
import { administer, readAdminRoles, requireWithin } from '../roles/index.ts';
import { isAccount, lockAccounts } from './account-queries.ts';
import { requireTouchable } from './account-rules.ts';

/** Throws ACCOUNT_NOT_FOUND, and ROLE_BEYOND_OWN for somebody with more administration items. */
export async function listSessions(
  { database, sessionTimes }: { database: Kysely<Tables>; sessionTimes: ReadSessionTimes },
  { userId }: { userId: string },
  caller: Caller,
): Promise<OpenSession[]> {
  if (!(await isAccount(database, userId))) throw new Failure('ACCOUNT_NOT_FOUND');
  requireWithin(await readAdminRoles(database, caller.userId), await readAdminRoles(database, userId));
  return sessionsOf(database, userId, await sessionTimes(), caller.sessionId);
}

/**
 * Ends a person's sessions with their links and streams: the named ones, or all, and tells the person. The caller's own session stays. Safe to repeat. Throws
 * ACCOUNT_NOT_FOUND, ACCOUNT_LEFT, and ROLE_BEYOND_OWN for somebody with more administration items.
 */
export async function endSessions(
  database: Kysely<Tables>,
  { userId, sessionIds }: RequestOf<typeof calls.adminUser.endSessions>,
  caller: Caller,
): Promise<{ ended: number }> {
  return administer(database, caller, 'people.sessions', async (transaction, own) => {
    // A sign-in in progress holds the account: it is over now, and its session is seen.
    const [account] = await lockAccounts(transaction, [userId]);
    requireTouchable(own, account);
    const ended = await endSessionsOf(transaction, userId, { sessionIds, exceptId: caller.sessionId });
    const by = { userId: caller.userId, name: caller.realName };
    if (ended > 0 && userId !== caller.userId)
      await notify(transaction, [userId], { kind: 'sessionsEnded', data: { by, sessions: ended } });
    return { ended };
  });
}
