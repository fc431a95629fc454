import type { Kysely, Transaction } from 'kysely';
import { departmentNameFault, normaliseName, spaceKinds } from '@alcove/contract';
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
import { lockDepartments, insertDepartment } from './tree-queries.ts';

/** The role of a department's people in its space until a manager changes it. */
export const departmentDefault = 'defaultRole' satisfies FileRole;

interface NewDepartment {
  name: string;
  parentId: string | null;
}

/**
 * Creates a department with its space, under its parent or at the top. Returns its id. Throws DEPARTMENT_NAME_WRONG, DEPARTMENT_NAME_TAKEN.
 */
export async function createDepartment(database: Kysely<Tables>, { name: given, parentId }: NewDepartment): Promise<string> {
  const department = { name: normaliseName(given), parentId };
  const fault = departmentNameFault(department.name);
  if (fault) throw new Failure(fault);
  const text = await departmentSearchText(department.name);
  return inTransaction(database, (transaction) => create(transaction, department, text));
}

async function create(transaction: Transaction<Tables>, { name, parentId }: NewDepartment, searchText: string): Promise<string> {
  const [id, spaceId, rootId] = [newId(), newId<SpaceId>(), newId<InstanceId>()];
  await lockDepartments(transaction);
  const makerId = await firstAdministrator(transaction);
  await createSpace(transaction, { spaceId, rootId, kind: spaceKinds.department, ownerId: null, makerId, quotaBytes: null });
  if (!(await insertDepartment(transaction, { id, parentId, name, searchText, spaceId }))) throw new Failure('DEPARTMENT_NAME_TAKEN');
  const source = { kind: 'department', id: spaceId } as const;
  await putGrants(transaction, source, makerId, [{ instanceId: rootId, subject: { kind: 'department', id }, role: departmentDefault }]);
  await inheritManagers(transaction, [id]);
  return id;
}
