import type { Transaction } from 'kysely';
import { accountNameFault, emailFault, fullNameFault, normalised } from '@alcove/contract';
import { enter } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { createPerson, findUserByName } from '../identity/index.ts';
import { readAdminRoles } from '../roles/index.ts';
import { accountNameFor } from './account-name-for.ts';
import type { PlatformDeps } from './deps.ts';
import { findLinked, insertLink, lockFirstSignIns } from './link-queries.ts';
import type { Identity, LinkedUser } from './link-queries.ts';
import { isUnchanged } from './platform-queries.ts';
import type { FirstSignInRules } from './platform-queries.ts';
import { findNameOfPushed, findPushersFor } from './scim-queries.ts';

/** What the platform says of a person: claims, or attributes. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Whose identity it is. At its first sign-in, an account is matched or made, as the platform's rule says. Nothing but the account name decides:
 * mail addresses and names are labels, which the platform gives to whom it likes. Throws PLATFORM_ACCOUNT_MISSING, PLATFORM_SIGN_IN_OVER, USER_FROZEN,
 * USER_EXPIRED.
 */
export async function accountOf(
  { database, serviceConfig }: PlatformDeps,
  platform: FirstSignInRules,
  identity: Identity,
  claims: Claims,
): Promise<LinkedUser> {
  const { defaultQuotaBytes } = await serviceConfig();
  return database.transaction().execute(async (transaction) => {
    const linked = await findLinked(transaction, identity);
    if (linked) return linked;
    await lockFirstSignIns(transaction, identity.platformId);
    const byNow = await findLinked(transaction, identity);
    if (byNow) return byNow;
    if (!(await isUnchanged(transaction, platform))) throw new Failure('PLATFORM_SIGN_IN_OVER');
    const pushed = await pushedName(transaction, identity, claims);
    if (pushed !== null) {
      const user = await matched(transaction, { ...platform, matchesAccounts: true }, pushed);
      if (!user || !(await insertLink(transaction, identity, user.userId))) throw new Failure('PLATFORM_ACCOUNT_MISSING');
      return user;
    }
    const name = claims[platform.accountNameClaim];
    const { accountName, exact } = accountNameFor(typeof name === 'string' ? name : '');
    // Names that look alike differ in characters that no account name has.
    if (accountNameFault(accountName)) throw new Failure('PLATFORM_ACCOUNT_MISSING');
    const rules = { ...platform, matchesAccounts: platform.matchesAccounts && exact };
    const user =
      (await matched(transaction, rules, accountName)) ?? (await made(transaction, platform, accountName, claims, defaultQuotaBytes));
    if (!(await insertLink(transaction, identity, user.userId))) throw new Failure('PLATFORM_ACCOUNT_MISSING');
    return user;
  });
}

/**
 * The account name of whom another platform pushed (SCIM), if it says that its people sign in here: a claim names them as that platform did, so neither
 * their account name nor the rules for first sign-ins matter.
 */
async function pushedName(transaction: Transaction<Tables>, { platformId, subject }: Identity, claims: Claims): Promise<string | null> {
  for (const pusher of await findPushersFor(transaction, platformId)) {
    const externalId = pusher.claim === 'sub' ? subject : claims[pusher.claim];
    const known = typeof externalId === 'string' ? await findNameOfPushed(transaction, pusher.platformId, externalId) : null;
    if (known !== null) return known;
  }
  return null;
}

/**
 * The account of exactly this name, or null if there is none in upper or lower case. An advanced administrator's is never matched: whoever
 * runs the platform could otherwise take over the company.
 */
async function matched(transaction: Transaction<Tables>, platform: FirstSignInRules, accountName: string): Promise<LinkedUser | null> {
  const user = await findUserByName(transaction, accountName);
  if (!user) return null;
  if (!platform.matchesAccounts || user.accountName !== accountName) throw new Failure('PLATFORM_ACCOUNT_MISSING');
  if ((await readAdminRoles(transaction, user.id)).some(({ type }) => type === 'advanced')) throw new Failure('PLATFORM_ACCOUNT_MISSING');
  // Somebody who left keeps their name: whoever has it at the platform now is not them.
  if (user.frozen) throw new Failure('USER_FROZEN');
  if (user.expired) throw new Failure('USER_EXPIRED');
  return { userId: user.id, accountName: user.accountName, welcomed: user.welcomed };
}

async function made(
  transaction: Transaction<Tables>,
  { createsAccounts, realNameClaim, mailClaim }: FirstSignInRules,
  accountName: string,
  claims: Claims,
  quotaBytes: number | null,
): Promise<LinkedUser> {
  if (!createsAccounts) throw new Failure('PLATFORM_ACCOUNT_MISSING');
  const usable = (claim: string, isWrong: (text: string) => unknown): string | null => {
    const value = claims[claim];
    const text = typeof value === 'string' && value.length <= 1024 && value.isWellFormed() ? normalised(value).trim() : '';
    return text !== '' && !isWrong(text) ? text : null;
  };
  const { userId } = await createPerson(transaction, {
    accountName,
    realName: usable(realNameClaim, fullNameFault) ?? accountName,
    email: usable(mailClaim, emailFault) ?? '',
    passwordHash: null,
    quotaBytes,
  });
  await enter(transaction, [{ kind: 'person', id: userId }], { personId: userId });
  return { userId, accountName, welcomed: false };
}
