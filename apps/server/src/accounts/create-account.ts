import { passwordIsStrong } from '@alcove/contract';
import type { AnswerOf, RequestOf, calls } from '@alcove/contract';
import { enter } from '../audit/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { createPerson, generatePassword, hashPassword } from '../identity/index.ts';
import { adminItemsOf, administer, giveRoles } from '../roles/index.ts';
import { lockDepartment } from './account-queries.ts';
import { requireValid } from './account-rules.ts';
import type { AccountDeps } from './deps.ts';

type CreateCall = typeof calls.adminUser.create;

/**
 * Creates an account with a password that must be changed at the first sign-in: the given one, or a generated one, which is returned and not
 * stored. Without a quota, the service configuration says it. Roles other than Employee need the item to assign roles. Throws ACCOUNT_NAME_WRONG, ACCOUNT_NAME_TAKEN, PASSWORD_WEAK,
 * DEPARTMENT_NOT_FOUND, NOT_ALLOWED, ROLE_NOT_FOUND, ROLE_BEYOND_OWN and what `requireValid` throws.
 */
export async function createAccount(
  { database, serviceConfig }: AccountDeps,
  { roleIds, departmentId, expiresAt, userName, quotaBytes: quota, password: given, ...fields }: RequestOf<CreateCall>,
  caller: Caller,
): Promise<AnswerOf<CreateCall>> {
  const quotaBytes = quota === undefined ? (await serviceConfig()).defaultQuotaBytes : quota;
  requireValid({ ...fields, userName, expiresAt, quotaBytes }, new Date());
  if (given !== undefined && !passwordIsStrong(given)) throw new Failure('PASSWORD_WEAK', { field: 'password' });
  const password = given ?? generatePassword();
  const passwordHash = await hashPassword(password, caller.userId);
  return administer(database, caller, 'people.create', async (transaction, own) => {
    if (departmentId !== null && !(await lockDepartment(transaction, departmentId)))
      throw new Failure('DEPARTMENT_NOT_FOUND', { field: 'departmentId' });
    const { userId } = await createPerson(transaction, {
      ...fields,
      userName: userName || null,
      passwordHash,
      mustChangePassword: true,
      departmentId,
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
      quotaBytes,
    });
    if (roleIds) {
      if (!adminItemsOf(own).includes('roles.assign')) throw new Failure('NOT_ALLOWED');
      await giveRoles(transaction, own, [userId], [...new Set(roleIds)]);
    }
    await enter(transaction, [{ kind: 'person', id: userId }]);
    return { userId, password: given === undefined ? password : null };
  });
}
