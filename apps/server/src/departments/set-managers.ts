import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { DepartmentManager } from '@alcove/contract';
import { addBefore } from '../audit/index.ts';
import { inTransaction } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { notify } from '../notices/index.ts';
import { putGrants, removeGrants } from '../permission/index.ts';
import { inheritManagers, managersOn, managesAny } from './manager-queries.ts';
import { countPeople } from './people-queries.ts';
import { chainOf, lockDepartment, lockDepartments } from './tree-queries.ts';

interface Named {
  departmentId: string;
  userIds: readonly string[];
}

/**
 * For administrators: makes exactly these people the managers of the department; an empty list means nobody. Safe to repeat.
 * Throws DEPARTMENT_NOT_FOUND, PERSON_NOT_FOUND, TOO_MANY_PEOPLE.
 */
export async function setManagers(
  database: Kysely<Tables>,
  { departmentId, userIds }: Named,
  caller: Pick<Caller, 'userId' | 'realName'>,
): Promise<{ managers: DepartmentManager[] }> {
  const named = [...new Set(userIds)];
  if (named.length > limits.departmentManagers) throw new Failure('TOO_MANY_PEOPLE', { limit: limits.departmentManagers });
  return inTransaction(database, async (transaction) => {
    await lockDepartments(transaction);
    const department = await lockDepartment(transaction, departmentId);
    if (!department) throw new Failure('DEPARTMENT_NOT_FOUND');
    const before = (await managersOn(transaction, [department.rootId])).map((row) => row.user_id);
    const added = named.filter((id) => !before.includes(id));
    // An existing manager may stay even if they are frozen now. Only new ones must be active.
    if ((await countPeople(transaction, added)) < added.length) throw new Failure('PERSON_NOT_FOUND');
    addBefore(departmentId, { userIds: before });
    const removed = before.filter((one) => !named.includes(one));
    for (const id of removed)
      await removeGrants(transaction, department.spaceId, { instanceId: department.rootId, subject: { kind: 'person', id } });
    await putGrants(
      transaction,
      { kind: 'department', id: department.spaceId },
      caller.userId,
      added.map((id) => ({ instanceId: department.rootId, subject: { kind: 'person', id }, role: 'manager' })),
    );
    await inheritManagers(transaction, [departmentId]);
    const data = { by: { userId: caller.userId, name: caller.realName }, departmentName: department.name };
    const others = (ids: readonly string[]): string[] => ids.filter((id) => id !== caller.userId);
    await notify(transaction, others(added), { kind: 'managerNamed', data });
    await notify(transaction, others(removed), { kind: 'managerRemoved', data });
    const managers = await managersOn(transaction, [department.rootId]);
    return { managers: managers.map((row) => ({ userId: row.user_id, name: row.name })) };
  });
}

/**
 * For managers of the department or of one above, who cannot leave it without managers.
 * Throws NOT_ALLOWED, DEPARTMENT_NEEDS_MANAGER and what `setManagers` throws.
 */
export async function setOwnManagers(database: Kysely<Tables>, input: Named, caller: Caller): Promise<{ managers: DepartmentManager[] }> {
  return inTransaction(database, async (transaction) => {
    await lockDepartments(transaction); // before the check, because the caller may lose the role while this waits
    const chain = await chainOf(transaction, input.departmentId);
    if (chain.length === 0) throw new Failure('DEPARTMENT_NOT_FOUND');
    if (!(await managesAny(transaction, caller.userId, chain))) throw new Failure('NOT_ALLOWED');
    if (input.userIds.length === 0) throw new Failure('DEPARTMENT_NEEDS_MANAGER');
    return setManagers(transaction, input, caller);
  });
}
