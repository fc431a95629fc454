import type { Kysely, Transaction } from 'kysely';
import { capacityFault, departmentNameFault, limits, normaliseName, spaceKinds } from '@alcove/contract';
import type { FileRole, InstanceId, SpaceId } from '@alcove/contract';
import { inTransaction } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { createSpace } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import { newId } from '../ids.ts';
import { putGrants } from '../permission/index.ts';
import { departmentSearchText } from '../search-text.ts';
import { inheritManagers } from './manager-queries.ts';
import { firstAdministrator } from '../roles/index.ts';
import { chainOf, insertDepartment, lockDepartments } from './tree-queries.ts';

/** The role of a department's people in its space until a manager changes it. */
export const departmentDefault = 'defaultRole' satisfies FileRole;

interface NewDepartment {
  name: string;
  parentId: string | null;
  description?: string;
  /** Bytes of its space; null: unlimited. */
  quotaBytes?: number | null;
  defaultRole?: FileRole;
  /** Recorded as the creator of its space; the first administrator if nobody is given. */
  makerId?: string;
}

/**
 * Creates a department with its space, under its parent or at the top. Returns its id. Throws DEPARTMENT_NAME_WRONG, DEPARTMENT_NAME_TAKEN,
 * CAPACITY_WRONG, DEPARTMENT_TOO_DEEP, and DEPARTMENT_NOT_FOUND for a parent that does not exist or is being closed.
 */
export async function createDepartment(database: Kysely<Tables>, given: NewDepartment): Promise<string> {
  const department = { ...given, name: normaliseName(given.name) };
  const fault = departmentNameFault(department.name);
  if (fault) throw new Failure(fault, { field: 'name' });
  const wrongQuota = capacityFault(given.quotaBytes ?? null);
  if (wrongQuota) throw new Failure(wrongQuota, { field: 'quotaBytes' });
  const text = await departmentSearchText(department.name);
  return inTransaction(database, (transaction) => create(transaction, department, text));
}

async function create(transaction: Transaction<Tables>, given: NewDepartment, searchText: string): Promise<string> {
  const { name, parentId, description = '', quotaBytes = null, defaultRole = departmentDefault } = given;
  const [id, spaceId, rootId] = [newId(), newId<SpaceId>(), newId<InstanceId>()];
  await lockDepartments(transaction);
  if (parentId !== null) {
    const above = await chainOf(transaction, parentId);
    if (above.length === 0) throw new Failure('DEPARTMENT_NOT_FOUND', { field: 'parentId' });
    if (above.length >= limits.departmentDepth)
      throw new Failure('DEPARTMENT_TOO_DEEP', { limit: limits.departmentDepth, field: 'parentId' });
  }
  const makerId = given.makerId ?? (await firstAdministrator(transaction));
  await createSpace(transaction, { spaceId, rootId, kind: spaceKinds.department, ownerId: null, makerId, quotaBytes });
  if (!(await insertDepartment(transaction, { id, parentId, name, description, searchText, spaceId })))
    throw new Failure('DEPARTMENT_NAME_TAKEN', { field: 'name' });
  const source = { kind: 'department', id: spaceId } as const;
  await putGrants(transaction, source, makerId, [{ instanceId: rootId, subject: { kind: 'department', id }, role: defaultRole }]);
  await inheritManagers(transaction, [id]);
  return id;
}
