import type { Transaction } from 'kysely';
import type { NoticePerson } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { notify } from '../notices/index.ts';
import { putGrants, removeGrants } from '../permission/index.ts';
import { inheritManagers } from './manager-queries.ts';
import { departmentsManagedBy } from './pass-on-queries.ts';
import type { ManagedDepartment } from './pass-on-queries.ts';
import { lockDepartments } from './tree-queries.ts';

/**
 * Makes somebody else a manager of every department that a person manages, and gives them the spaces of ended departments that the person
 * has. Returns the departments.
 */
export async function passOnDepartments(
  transaction: Transaction<Tables>,
  { fromId, toId, by }: { fromId: string; toId: string; by: NoticePerson },
): Promise<ManagedDepartment[]> {
  await lockDepartments(transaction);
  const managed = await departmentsManagedBy(transaction, fromId);
  for (const { spaceId, rootId, role, ended, name } of managed) {
    await removeGrants(transaction, spaceId, { instanceId: rootId, subject: { kind: 'person', id: fromId } });
    const subject = { kind: 'person', id: toId } as const;
    await putGrants(transaction, { kind: 'department', id: spaceId }, by.userId, [{ instanceId: rootId, subject, role }]);
    if (!ended && toId !== by.userId) await notify(transaction, [toId], { kind: 'managerNamed', data: { by, departmentName: name } });
  }
  const lasting = managed.flatMap(({ ended, departmentId }) => (ended ? [] : [departmentId]));
  if (lasting.length > 0) await inheritManagers(transaction, lasting);
  return managed;
}
