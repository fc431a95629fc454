import type { Kysely, Transaction } from 'kysely';
import type { SyncConflict } from '@alcove/contract';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { createDepartment, moveDepartment, updateDepartment } from '../departments/index.ts';
import { Failure } from '../http/index.ts';
import type { Working } from './deps.ts';
import { deleteDepartmentOf, findSteps, insertDepartmentOf } from './department-queries.ts';
import type { PlannedDepartment } from './department-queries.ts';
import { settle } from './entry-queries.ts';
import { departmentsOf } from './person-queries.ts';

/** Does what a run has planned for departments, from the top down, each in one transaction. */
export async function applyDepartments(database: Kysely<Tables>, run: Working): Promise<void> {
  for (const step of await findSteps(database, run.runId)) {
    await run.check();
    const { place } = step;
    try {
      await database.transaction().execute(async (transaction) => {
        const objectId = await apply(transaction, run.platformId, step);
        await settle(transaction, run.runId, [{ place, objectId, conflict: null }]);
        await enterAs(transaction, factsOfSystem('system.syncDepartment'), [{ kind: 'department', id: objectId }]);
      });
    } catch (error) {
      const conflict = conflictOf(error);
      await database.transaction().execute((transaction) => settle(transaction, run.runId, [{ place, objectId: null, conflict }]));
    }
  }
}

/** Returns the department. Throws what its use cases throw, and DEPARTMENT_NOT_FOUND if the one above could not be made. */
async function apply(
  transaction: Transaction<Tables>,
  platformId: string,
  { subject, change, name, told, departmentId }: PlannedDepartment,
): Promise<string> {
  if (change === 'free') {
    await deleteDepartmentOf(transaction, departmentId!);
    return departmentId!;
  }
  const parentId = told.parent === null ? null : (await departmentsOf(transaction, platformId, [told.parent])).get(told.parent);
  if (parentId === undefined) throw new Failure('DEPARTMENT_NOT_FOUND');
  if (change === 'change') {
    // Moves lock more than new names do, so they come first.
    await moveDepartment(transaction, { departmentId: departmentId!, parentId }, null);
    await updateDepartment(transaction, { departmentId: departmentId!, name }, null);
    return departmentId!;
  }
  const id = change === 'match' ? departmentId! : await createDepartment(transaction, { name, parentId });
  if (!(await insertDepartmentOf(transaction, platformId, subject, id))) throw new Failure('DEPARTMENT_NOT_FOUND');
  return id;
}

/** Throws what is no conflict. */
function conflictOf(error: unknown): SyncConflict {
  if (error instanceof Failure)
    switch (error.code) {
      case 'DEPARTMENT_NAME_TAKEN':
        return 'departmentNameTaken';
      case 'DEPARTMENT_TOO_DEEP':
        return 'departmentTooDeep';
      case 'ALLOWLIST_LOCKS_ADMINISTRATORS':
        return 'lastAdministrator';
      case 'DEPARTMENT_NOT_FOUND':
      case 'DEPARTMENT_INSIDE_ITSELF':
        return 'changedMeanwhile';
    }
  throw error;
}
