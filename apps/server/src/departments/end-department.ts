import type { Kysely } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { putGrants, removeGrants } from '../permission/index.ts';
import { lockSpaces } from '../spaces/index.ts';
import { endUploadsUnder } from '../upload/index.ts';
import { deleteGrantsTo, findEnded, insertEnded, setOpened } from './ended-queries.ts';
import { heirRoles, inheritManagers, managersOn, openToHeirs } from './manager-queries.ts';
import { requireOwn } from './require-own.ts';
import { countInside, deleteDepartment, lockDepartment, lockDepartments } from './tree-queries.ts';

/**
 * Ends a department. Its space stays, read-only for a month, with the managers of the departments above; as long as there are none, its own
 * last managers keep it. Open uploads into the space are aborted. Safe to repeat.
 * Throws DEPARTMENT_NOT_FOUND, DEPARTMENT_OF_DIRECTORY, DEPARTMENT_AT_TOP, DEPARTMENT_NOT_EMPTY.
 */
export async function endDepartment(
  database: Kysely<Tables>,
  { departmentId }: { departmentId: string },
  caller: Caller,
): Promise<{ rootId: InstanceId; heirId: string }> {
  return database.transaction().execute(async (transaction) => {
    await lockDepartments(transaction);
    const department = await lockDepartment(transaction, departmentId);
    if (!department) {
      const before = await findEnded(transaction, departmentId);
      if (!before) throw new Failure('DEPARTMENT_NOT_FOUND');
      return before;
    }
    await requireOwn(transaction, departmentId);
    const { name, parentId: heirId, spaceId, rootId } = department;
    if (heirId === null) throw new Failure('DEPARTMENT_AT_TOP');
    const inside = await countInside(transaction, departmentId);
    if (inside.people > 0 || inside.departments > 0) throw new Failure('DEPARTMENT_NOT_EMPTY', { ...inside });

    await endUploadsUnder(transaction, { spaceId });
    // Writers check permission again while they hold the space's lock. So they either finish before the end, or see it.
    await lockSpaces(transaction, [spaceId]);
    const last = await managersOn(transaction, [rootId]);
    await removeGrants(transaction, spaceId);
    await putGrants(
      transaction,
      { kind: 'department', id: spaceId },
      caller.userId,
      last.map(({ user_id: id }) => ({ instanceId: rootId, subject: { kind: 'person', id }, role: heirRoles.closed })),
    );
    await insertEnded(transaction, { departmentId, spaceId, name, heirId });
    // The department has no people any more, so grants to it by groups and shares reach nobody.
    await deleteGrantsTo(transaction, departmentId);
    await deleteDepartment(transaction, departmentId);
    await inheritManagers(transaction, [heirId]);
    return { rootId, heirId };
  });
}

/** After the month, gives full access to those who inherited the spaces of ended departments. Returns how many spaces were opened. */
export async function openEndedSpaces(database: Kysely<Tables>): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    await lockDepartments(transaction);
    const spaceIds = await setOpened(transaction);
    await openToHeirs(transaction, spaceIds);
    await enterAs(
      transaction,
      factsOfSystem('system.openEndedDepartment'),
      spaceIds.map((id) => ({ kind: 'space', id })),
    );
    return spaceIds.length;
  });
}
