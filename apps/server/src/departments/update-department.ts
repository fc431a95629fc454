import type { Kysely } from 'kysely';
import { departmentNameFault, privilegeOf, privilegeRoles } from '@alcove/contract';
import type { DefaultLevel, FileRole, RequestOf, calls } from '@alcove/contract';
import { addBefore } from '../audit/index.ts';
import { inTransaction } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { publish } from '../live-updates/index.ts';
import { putGrants } from '../permission/index.ts';
import { departmentSearchText } from '../search-text.ts';
import { departmentDefault } from './create-department.ts';
import { managersOn } from './manager-queries.ts';
import { peopleReached } from './people-queries.ts';
import { requireOwn } from './require-own.ts';
import { describeDepartment, lockDepartment, lockDepartments, renameDepartment } from './tree-queries.ts';

/** The file role of a department's people in its space. */
export const roleOfLevel = (level: DefaultLevel): FileRole => (level === 'defaultRole' ? departmentDefault : privilegeRoles[level]);

/**
 * Renames or describes a department, or gives its people another level in its space; what is not given stays. Its space bears the
 * department's name, and open pages show the new one at once. Safe to repeat. Without a caller, its directory renames it.
 * Throws DEPARTMENT_NOT_FOUND, DEPARTMENT_NAME_WRONG, DEPARTMENT_NAME_TAKEN, DEPARTMENT_OF_DIRECTORY.
 */
export async function updateDepartment(
  database: Kysely<Tables>,
  { departmentId, name, description, defaultLevel }: RequestOf<typeof calls.adminDepartment.update>,
  caller: Pick<Caller, 'userId'> | null,
): Promise<null> {
  const fault = name === undefined ? null : departmentNameFault(name);
  if (fault) throw new Failure(fault, { field: 'name' });
  const named = name === undefined ? null : { name, searchText: await departmentSearchText(name) };
  return inTransaction(database, async (transaction) => {
    await lockDepartments(transaction);
    const department = await lockDepartment(transaction, departmentId);
    if (!department) throw new Failure('DEPARTMENT_NOT_FOUND');
    const { rootId, spaceId } = department;
    if (named && caller) await requireOwn(transaction, departmentId, 'name');
    if (named && !(await renameDepartment(transaction, departmentId, named))) throw new Failure('DEPARTMENT_NAME_TAKEN', { field: 'name' });
    if (description !== undefined) await describeDepartment(transaction, departmentId, description);
    if (defaultLevel !== undefined && caller) {
      const people = { instanceId: rootId, subject: { kind: 'department' as const, id: departmentId }, role: roleOfLevel(defaultLevel) };
      for (const { role } of await putGrants(transaction, { kind: 'department', id: spaceId }, caller.userId, [people]))
        addBefore(departmentId, { defaultLevel: privilegeOf(role) });
    }
    if (named || defaultLevel !== undefined) {
      const inside = await peopleReached(transaction, { userIds: [], departmentIds: [departmentId] });
      const managers = (await managersOn(transaction, [rootId])).map(({ user_id: id }) => id);
      await publish(transaction, [{ to: [...new Set([...inside, ...managers])], event: 'spacesChanged' }]);
    }
    return null;
  });
}
