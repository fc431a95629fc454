import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import { refuseLockOut } from '../address-rules/index.ts';
import { addBefore } from '../audit/index.ts';
import { inTransaction } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { lockRoles } from '../roles/index.ts';
import { inheritManagers } from './manager-queries.ts';
import { requireOwn } from './require-own.ts';
import { chainOf, heightOf, lockDepartment, lockDepartments, setParent } from './tree-queries.ts';

/**
 * Moves a department with everything below it under another department, or to the top. Its space moves along, and permissions follow the
 * new tree at once. Safe to repeat. Without a caller, its directory moves it.
 * Throws DEPARTMENT_OF_DIRECTORY, DEPARTMENT_NOT_FOUND, DEPARTMENT_INSIDE_ITSELF, DEPARTMENT_TOO_DEEP, DEPARTMENT_NAME_TAKEN, and what `refuseLockOut` throws.
 */
export async function moveDepartment(
  database: Kysely<Tables>,
  { departmentId, parentId }: { departmentId: string; parentId: string | null },
  caller: Pick<Caller, 'userId'> | null,
): Promise<null> {
  return inTransaction(database, async (transaction) => {
    // A rule that an administrator changes at the same moment is judged after this move, or before it.
    await lockRoles(transaction);
    await lockDepartments(transaction);
    const department = await lockDepartment(transaction, departmentId);
    if (!department) throw new Failure('DEPARTMENT_NOT_FOUND');
    if (caller) await requireOwn(transaction, departmentId, 'parentId');
    const above = parentId === null ? [] : await chainOf(transaction, parentId);
    if (parentId !== null && above.length === 0) throw new Failure('DEPARTMENT_NOT_FOUND');
    if (above.includes(departmentId)) throw new Failure('DEPARTMENT_INSIDE_ITSELF');
    if (above.length + (await heightOf(transaction, departmentId)) > limits.departmentDepth)
      throw new Failure('DEPARTMENT_TOO_DEEP', { limit: limits.departmentDepth });
    addBefore(departmentId, { parentId: department.parentId });
    const placed = await refuseLockOut(transaction, caller, () => setParent(transaction, departmentId, parentId));
    if (!placed) throw new Failure('DEPARTMENT_NAME_TAKEN');
    await inheritManagers(transaction, [departmentId]);
    return null;
  });
}
