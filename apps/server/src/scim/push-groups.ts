/** What a platform says of groups becomes departments at the top of the company, with their people. */
import type { Transaction } from 'kysely';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { createDepartment, updateDepartment } from '../departments/index.ts';
import { deleteDepartmentOf, departmentNameOf, insertDepartmentOf, matchesAccounts, placePeople } from '../directory-sync/index.ts';
import { Failure } from '../http/index.ts';
import { push } from './deps.ts';
import type { Pusher, ScimDeps } from './deps.ts';
import {
  deleteMembers,
  findFreeDepartment,
  findGroup,
  findSameGroups,
  insertMembers,
  membersOf,
  peopleAmong,
  placesOf,
  putGroup,
  setGroupDeleted,
} from './group-queries.ts';
import type { StoredGroup } from './group-queries.ts';
import { patchGroup } from './group-resource.ts';
import type { GroupResource, MemberStep } from './group-resource.ts';
import type { Operation } from './patches.ts';

/** Makes a department, or returns to the one whose group was deleted. Throws SCIM_TAKEN, SCIM_VALUE_WRONG. */
export const createPushedGroup = (
  deps: ScimDeps,
  pusher: Pusher,
  { group, steps }: { group: GroupResource; steps: readonly MemberStep[] },
): Promise<StoredGroup> =>
  push(deps, pusher, async (transaction) => {
    const { platformId } = pusher;
    const same = await findSameGroups(transaction, platformId, group);
    const before = same[0];
    if (same.length > 1 || before?.deleted === false) throw taken(before!, group);
    const departmentId = before ? before.departmentId : await matchOrMake(transaction, platformId, group);
    if (before) await rename(transaction, departmentId, before, group);
    // Without a row of its own, the department was set free when the group was deleted.
    if (!(await insertDepartmentOf(transaction, platformId, departmentId, departmentId)))
      throw new Failure('SCIM_TAKEN', { field: 'displayName' });
    await putGroup(transaction, platformId, departmentId, group);
    await changeMembers(transaction, pusher, departmentId, steps);
    return written(transaction, pusher, departmentId);
  });

const taken = (other: GroupResource, { name }: GroupResource): Failure =>
  new Failure('SCIM_TAKEN', { field: other.name.toLowerCase() === name.toLowerCase() ? 'displayName' : 'externalId' });

/** A department here that has the name is the group's only by the platform's rule. */
async function matchOrMake(transaction: Transaction<Tables>, platformId: string, group: GroupResource): Promise<string> {
  const name = departmentNameOf(group.name);
  const free = (await matchesAccounts(transaction, platformId)) ? await findFreeDepartment(transaction, name) : null;
  return free ?? asTaken(() => createDepartment(transaction, { name, parentId: null }));
}

async function rename(transaction: Transaction<Tables>, departmentId: string, before: GroupResource, after: GroupResource): Promise<void> {
  const name = departmentNameOf(after.name);
  if (name !== departmentNameOf(before.name)) await asTaken(() => updateDepartment(transaction, { departmentId, name }, null));
}

/** Throws SCIM_TAKEN, SCIM_VALUE_WRONG. */
async function asTaken<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure && error.code === 'DEPARTMENT_NAME_TAKEN') throw new Failure('SCIM_TAKEN', { field: 'displayName' });
    if (error instanceof Failure && error.code === 'DEPARTMENT_NAME_WRONG') throw new Failure('SCIM_VALUE_WRONG', { field: 'displayName' });
    throw error;
  }
}

/** Does the steps in turn; whoever was in or out in between is placed once. Throws SCIM_VALUE_WRONG for somebody who is not the platform's. */
async function changeMembers(
  transaction: Transaction<Tables>,
  { platformId, origin }: Pusher,
  departmentId: string,
  steps: readonly MemberStep[],
): Promise<void> {
  const touched = new Set<string>();
  for (const { op, ids } of steps) {
    if (op === 'remove') {
      for (const id of await deleteMembers(transaction, departmentId, ids)) touched.add(id);
      continue;
    }
    const people = await peopleAmong(transaction, platformId, ids ?? []);
    if (people.length < new Set(ids).size) throw new Failure('SCIM_VALUE_WRONG', { field: 'members' });
    if (op === 'replace') {
      const wanted = new Set(people);
      const gone = (await membersOf(transaction, departmentId)).filter((id) => !wanted.has(id));
      for (const id of await deleteMembers(transaction, departmentId, gone)) touched.add(id);
    }
    for (const id of await insertMembers(transaction, departmentId, people)) touched.add(id);
  }
  if (touched.size > 0) await placePeople(transaction, await placesOf(transaction, [...touched]), origin);
}

async function written(transaction: Transaction<Tables>, { platformId, origin }: Pusher, departmentId: string): Promise<StoredGroup> {
  await enterAs(transaction, { ...factsOfSystem('system.syncDepartment'), ...origin }, [{ kind: 'department', id: departmentId }]);
  return (await findGroup(transaction, platformId, departmentId))!;
}

/** Throws SCIM_GONE, SCIM_TAKEN, SCIM_VALUE_WRONG. */
export const replacePushedGroup = (
  deps: ScimDeps,
  pusher: Pusher,
  id: string,
  whole: { group: GroupResource; steps: readonly MemberStep[] },
): Promise<StoredGroup> => changePushed(deps, pusher, id, () => whole);

/** Throws the same, and what `patchGroup` throws. */
export const patchPushedGroup = (deps: ScimDeps, pusher: Pusher, id: string, operations: readonly Operation[]): Promise<StoredGroup> =>
  changePushed(deps, pusher, id, (before) => patchGroup(before, operations));

const changePushed = (
  deps: ScimDeps,
  pusher: Pusher,
  id: string,
  changed: (before: GroupResource) => { group: GroupResource; steps: readonly MemberStep[] },
): Promise<StoredGroup> =>
  push(deps, pusher, async (transaction) => {
    const { platformId } = pusher;
    const before = await findGroup(transaction, platformId, id);
    if (!before) throw new Failure('SCIM_GONE');
    const { departmentId } = before;
    const { group, steps } = changed({ name: before.name, externalId: before.externalId });
    const other = (await findSameGroups(transaction, platformId, group)).find((one) => one.departmentId !== departmentId);
    if (other) throw taken(other, group);
    await rename(transaction, departmentId, before, group);
    await putGroup(transaction, platformId, departmentId, group);
    await changeMembers(transaction, pusher, departmentId, steps);
    return written(transaction, pusher, departmentId);
  });

/** Its people leave the department, which stays and can be edited here, as one that a directory no longer has. Throws SCIM_GONE. */
export const deletePushedGroup = (deps: ScimDeps, pusher: Pusher, id: string): Promise<void> =>
  push(deps, pusher, async (transaction) => {
    const group = await findGroup(transaction, pusher.platformId, id);
    if (!group) throw new Failure('SCIM_GONE');
    const { departmentId } = group;
    await changeMembers(transaction, pusher, departmentId, [{ op: 'remove', ids: null }]);
    await setGroupDeleted(transaction, departmentId);
    await deleteDepartmentOf(transaction, departmentId);
    await enterAs(transaction, { ...factsOfSystem('system.syncDepartment'), ...pusher.origin }, [{ kind: 'department', id: departmentId }]);
  });
