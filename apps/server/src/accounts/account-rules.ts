import { capacityFault, emailFault, fullNameFault, phoneFault, userNameFault } from '@alcove/contract';
import type { EachAnswer, FailureCode, Language } from '@alcove/contract';
import { Failure, refusalOf } from '../http/index.ts';
import { requireWithin } from '../roles/index.ts';
import type { AdminRole } from '../roles/index.ts';

/** The fields of an account that an administrator writes; missing ones stay as they are. */
export interface AccountFields {
  /** Empty: the account name is shown. */
  userName?: string | undefined;
  realName?: string | undefined;
  phone?: string | undefined;
  email?: string | undefined;
  expiresAt?: string | null | undefined;
  quotaBytes?: number | null | undefined;
}

/** What is wrong with which field, by the rules of specification 2 section 5. */
export function accountFaults(
  { userName, realName, phone, email, expiresAt, quotaBytes }: AccountFields,
  now: Date,
): Record<keyof AccountFields, FailureCode | null> {
  return {
    userName: userName ? userNameFault(userName) : null,
    realName: realName === undefined ? null : fullNameFault(realName),
    phone: phone === undefined ? null : phoneFault(phone),
    email: email === undefined ? null : emailFault(email),
    expiresAt: expiresAt == null || Date.parse(expiresAt) > now.getTime() ? null : 'VALIDITY_WRONG',
    quotaBytes: quotaBytes === undefined ? null : capacityFault(quotaBytes),
  };
}

/**
 * The same, for a call. Throws USER_NAME_WRONG, FULL_NAME_WRONG, PHONE_WRONG, EMAIL_WRONG, VALIDITY_WRONG and
 * CAPACITY_WRONG, each with its field.
 */
export function requireValid(fields: AccountFields, now: Date): void {
  for (const [field, fault] of Object.entries(accountFaults(fields, now))) if (fault) throw new Failure(fault, { field });
}

/** What decides whether an account may be touched. */
export interface Touched {
  roles: readonly AdminRole[];
  left: boolean;
}

/** Throws ACCOUNT_NOT_FOUND, ACCOUNT_LEFT, and ROLE_BEYOND_OWN for the account of someone with more administration items. */
export function requireTouchable<Account extends Touched>(
  own: readonly AdminRole[],
  account: Account | undefined,
): asserts account is Account {
  if (!account) throw new Failure('ACCOUNT_NOT_FOUND');
  if (account.left) throw new Failure('ACCOUNT_LEFT');
  requireWithin(own, account.roles);
}

/** What a directory says of a person, by the names of the fields. */
const fieldsOfDirectory = ['realName', 'email', 'departmentId'] as const;

/** Throws ACCOUNT_OF_DIRECTORY with the field, if one is given that comes from a directory. */
export function requireOwnFields(
  given: Partial<Record<(typeof fieldsOfDirectory)[number], unknown>>,
  { ofDirectory }: { ofDirectory: boolean },
): void {
  const field = fieldsOfDirectory.find((name) => given[name] !== undefined);
  if (ofDirectory && field) throw new Failure('ACCOUNT_OF_DIRECTORY', { field });
}

/** Why this account may not be touched, or null. Undefined: there is no such account. */
export function refusalFor<Account extends Touched>(
  own: readonly AdminRole[],
  account: Account | undefined,
  require: (account: Account) => void = () => {},
): Failure | null {
  try {
    requireTouchable(own, account);
    require(account);
    return null;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** One answer for each account of a call, in its order. Accounts without a refusal were changed. */
export const answersFor = (userIds: readonly string[], refusals: ReadonlyMap<string, Failure>, language: Language): EachAnswer<null>[] =>
  userIds.map((userId) => {
    const refusal = refusals.get(userId);
    return refusal ? { done: false, ...refusalOf(refusal, language) } : { done: true, data: null };
  });
