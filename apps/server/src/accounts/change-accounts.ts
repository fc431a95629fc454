import type { Kysely } from 'kysely';
import type { EachAnswer, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { inTurns } from '../in-turns.ts';
import { adminItemsOf, administer, giveRoles } from '../roles/index.ts';
import { setQuotas } from '../spaces/index.ts';
import { lockAccounts, lockDepartment, writeAccounts } from './account-queries.ts';
import { logBefore } from './log-before.ts';
import { answersFor, refusalFor, requireOwnFields, requireValid } from './account-rules.ts';

/**
 * Makes the same change to several accounts, and answers for each. Refused for one: ACCOUNT_NOT_FOUND, ACCOUNT_LEFT, ROLE_BEYOND_OWN. Refused for all,
 * so that nothing changes: BAD_REQUEST for an empty change, DEPARTMENT_NOT_FOUND, VALIDITY_WRONG, CAPACITY_WRONG, ROLE_NOT_FOUND, ROLE_BEYOND_OWN for a role that the caller
 * may not give, NOT_ALLOWED for roles without the item to assign them, LAST_ADMINISTRATOR.
 */
export async function changeAccounts(
  database: Kysely<Tables>,
  { userIds, change }: RequestOf<typeof calls.adminUser.batch>,
  { caller, language }: UserContext,
): Promise<EachAnswer<null>[]> {
  const { departmentId, roleIds, quotaBytes, speedLimit, expiresAt } = change;
  if (Object.values(change).every((value) => value === undefined)) throw new Failure('BAD_REQUEST', { field: 'change' });
  requireValid({ quotaBytes, expiresAt }, new Date());
  return administer(database, caller, 'people.edit', async (transaction, own) => {
    if (roleIds && !adminItemsOf(own).includes('roles.assign')) throw new Failure('NOT_ALLOWED', { field: 'roleIds' });
    const accounts = new Map((await lockAccounts(transaction, userIds)).map((account) => [account.userId, account]));
    if (typeof departmentId === 'string' && !(await lockDepartment(transaction, departmentId)))
      throw new Failure('DEPARTMENT_NOT_FOUND', { field: 'departmentId' });
    const refusals = new Map<string, Failure>();
    for await (const userId of inTurns(new Set(userIds))) {
      const refusal = refusalFor(own, accounts.get(userId), (account) => requireOwnFields(change, account));
      if (refusal) refusals.set(userId, refusal);
    }
    const changed = [...accounts.values()].filter(({ userId }) => !refusals.has(userId));
    const ids = changed.map(({ userId }) => userId);
    for (const account of changed) logBefore(account, change);
    await writeAccounts(transaction, ids, {
      ...(departmentId !== undefined && { department_id: departmentId }),
      ...(speedLimit !== undefined && { speed_limit: speedLimit }),
      ...(expiresAt !== undefined && { expires_at: expiresAt === null ? null : new Date(expiresAt) }),
    });
    if (roleIds) await giveRoles(transaction, own, ids, [...new Set(roleIds)]);
    const spaceIds = changed.map(({ spaceId }) => spaceId);
    if (quotaBytes !== undefined) await setQuotas(transaction, spaceIds, quotaBytes);
    return answersFor(userIds, refusals, language);
  });
}
