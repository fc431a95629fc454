import type { Kysely } from 'kysely';
import type { AnswerOf, calls, RequestOf } from '@alcove/contract';
import { requireTouchable, lockAccounts } from '../accounts/index.ts';
import { addDetail } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { notify } from '../notices/index.ts';
import { administer } from '../roles/index.ts';
import { deleteLink, linksOf } from './link-queries.ts';

type Calls = typeof calls.adminUser;

/** With which platforms a person signs in. */
export async function platformsOf(
  database: Kysely<Tables>,
  { userId }: RequestOf<Calls['platforms']>,
): Promise<AnswerOf<Calls['platforms']>> {
  return (await linksOf(database, userId)).map(({ createdAt, signedInAt, ...link }) => ({
    ...link,
    createTime: createdAt.toISOString(),
    lastSignIn: signedInAt.toISOString(),
  }));
}

/**
 * Takes away that a platform knows who somebody is. What it opened for them ends, and they are told. At their next sign-in there, it is their first: the
 * rules for those decide. Safe to repeat. Throws ACCOUNT_NOT_FOUND, ACCOUNT_LEFT, ACCOUNT_OWN, and ROLE_BEYOND_OWN for somebody with more administration items.
 */
export async function unlinkPlatform(
  database: Kysely<Tables>,
  { userId, platformId }: RequestOf<Calls['unlinkPlatform']>,
  caller: Caller,
): Promise<AnswerOf<Calls['unlinkPlatform']>> {
  if (userId === caller.userId) throw new Failure('ACCOUNT_OWN');
  return administer(database, caller, 'people.resetPassword', async (transaction, own) => {
    // Whoever is signing in holds the account, and so does a run that brings people: both are over now.
    const [account] = await lockAccounts(transaction, [userId]);
    requireTouchable(own, account);
    const platformName = await deleteLink(transaction, userId, platformId);
    if (platformName === null) return { unlinked: false };
    addDetail({ name: platformName });
    const by = { userId: caller.userId, name: caller.realName };
    await notify(transaction, [userId], { kind: 'platformUnlinked', data: { by, platformName } });
    return { unlinked: true };
  });
}
