import type { Kysely } from 'kysely';
import type { RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { adminItemsOf, administer, giveRoles } from '../roles/index.ts';
import { personSearchText } from '../search-text.ts';
import { setQuota } from '../spaces/index.ts';
import { lockAccounts, lockDepartment, writeAccounts } from './account-queries.ts';
import type { LockedAccount, WrittenFields } from './account-queries.ts';
import { logBefore } from './log-before.ts';
import { requireOwnFields, requireTouchable, requireValid } from './account-rules.ts';

type Given = RequestOf<typeof calls.adminUser.update>;

/**
 * Changes the given fields of an account. Less storage than is used only stops growth. Throws ACCOUNT_NOT_FOUND, ACCOUNT_LEFT, ROLE_BEYOND_OWN for the
 * account of someone with more administration items, NOT_ALLOWED for roles without the item to assign them, ROLE_NOT_FOUND, ACCOUNT_OF_DIRECTORY,
 * DEPARTMENT_NOT_FOUND, LAST_ADMINISTRATOR and what `requireValid` throws.
 */
export async function updateAccount(database: Kysely<Tables>, given: Given, caller: Caller): Promise<null> {
  const { userId, departmentId, quotaBytes, roleIds } = given;
  requireValid(given, new Date());
  return administer(database, caller, 'people.edit', async (transaction, own) => {
    const [account] = await lockAccounts(transaction, [userId]);
    requireTouchable(own, account);
    requireOwnFields(given, account);
    if (typeof departmentId === 'string' && !(await lockDepartment(transaction, departmentId)))
      throw new Failure('DEPARTMENT_NOT_FOUND', { field: 'departmentId' });
    logBefore(account, given);
    await writeAccounts(transaction, [userId], await writtenOf(given, account));
    if (quotaBytes !== undefined) await setQuota(transaction, account.spaceId, quotaBytes);
    if (roleIds) {
      if (!adminItemsOf(own).includes('roles.assign')) throw new Failure('NOT_ALLOWED');
      await giveRoles(transaction, own, [userId], [...new Set(roleIds)]);
    }
    return null;
  });
}

/** The columns of the given fields. The names are searched by one text, which is written with any of them. */
async function writtenOf(given: Given, account: LockedAccount): Promise<WrittenFields> {
  const { userName, realName, departmentId, phone, email, expiresAt, speedLimit } = given;
  const names = {
    accountName: account.accountName,
    userName: userName === undefined ? account.userName : userName || null,
    realName: realName ?? account.realName,
  };
  const renamed = userName !== undefined || realName !== undefined;
  return {
    ...(renamed && { user_name: names.userName, real_name: names.realName, search_text: await personSearchText(names) }),
    ...(departmentId !== undefined && { department_id: departmentId }),
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
    ...(expiresAt !== undefined && { expires_at: expiresAt === null ? null : new Date(expiresAt) }),
    ...(speedLimit !== undefined && { speed_limit: speedLimit }),
  };
}
