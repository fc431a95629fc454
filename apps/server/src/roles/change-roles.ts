import type { Kysely, Transaction } from 'kysely';
import { limits, roleNameFault, sameItems } from '@alcove/contract';
import type { RequestOf, Role, calls } from '@alcove/contract';
import { addBefore } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { newId } from '../ids.ts';
import { publish } from '../live-updates/index.ts';
import {
  countAccounts,
  countRoles,
  deleteRole,
  findRole,
  putRole,
  replaceRole,
  rolesTakenFrom,
  rolesHeld,
  setNeedsFactor,
  setRoles,
} from './role-queries.ts';
import { administer } from './administer.ts';
import { inOrder, isSame, requireWithin } from './role-rules.ts';
import type { AdminRole, RoleContent } from './role-rules.ts';

type Calls = typeof calls.adminRole;

async function requireRole(database: Kysely<Tables>, roleId: string): Promise<Role> {
  const role = await findRole(database, roleId);
  if (!role) throw new Failure('ROLE_NOT_FOUND');
  return role;
}

/** Throws ROLE_NAME_WRONG, ROLE_EMPTY. */
function requireContent({ name, type, adminItems, fileItems }: RoleContent): void {
  const fault = roleNameFault(name);
  if (fault) throw new Failure(fault, { field: 'name' });
  if (type === 'ordinary' && adminItems.length + fileItems.length === 0) throw new Failure('ROLE_EMPTY', { field: 'fileItems' });
}

async function save(transaction: Transaction<Tables>, roleId: string, content: RoleContent): Promise<Role> {
  if (!(await putRole(transaction, roleId, content))) throw new Failure('ROLE_NAME_TAKEN', { field: 'name' });
  return requireRole(transaction, roleId);
}

/** Throws ROLE_NAME_WRONG, ROLE_NAME_TAKEN, ROLE_EMPTY, ROLE_BEYOND_OWN, ROLES_FULL. */
export async function createRole(database: Kysely<Tables>, given: RequestOf<Calls['create']>, caller: Caller): Promise<Role> {
  const content = inOrder({ ...given, name: given.name.trim() });
  requireContent(content);
  return administer(database, caller, 'roles.edit', async (transaction, own) => {
    requireWithin(own, [content]);
    if ((await countRoles(transaction)) >= limits.roles) throw new Failure('ROLES_FULL', { limit: limits.roles });
    return save(transaction, newId(), content);
  });
}

/** Throws ROLE_NOT_FOUND, ROLE_CHANGED, ROLE_BUILT_IN, LAST_ADMINISTRATOR, and what `createRole` throws. */
export async function updateRole(
  database: Kysely<Tables>,
  { roleId, before: seen, ...given }: RequestOf<Calls['update']>,
  caller: Caller,
): Promise<Role> {
  const content = inOrder({ ...given, name: given.name.trim() });
  requireContent(content);
  return administer(database, caller, 'roles.edit', async (transaction, own) => {
    const before = await requireRole(transaction, roleId);
    requireWithin(own, [before, content]);
    if (seen && !isSame(before, seen) && !isSame(before, content)) throw new Failure('ROLE_CHANGED');
    const onlyFileItems = content.name === before.name && content.type === before.type && content.adminItems.length === 0;
    if (before.builtIn === 'administrator' || (before.builtIn !== null && !onlyFileItems)) throw new Failure('ROLE_BUILT_IN');
    const saved = await save(transaction, roleId, content);
    // Open pages show lists and buttons by what the role allowed until now.
    if (!sameItems(before.fileItems, saved.fileItems)) await publish(transaction, [{ toAll: true, event: 'rolesChanged' }]);
    return saved;
  });
}

/** Of built-in roles, too. Throws ROLE_NOT_FOUND, ROLE_BEYOND_OWN. */
export async function requireFactor(
  database: Kysely<Tables>,
  { roleId, needsSecondFactor }: RequestOf<Calls['requireFactor']>,
  caller: Caller,
): Promise<Role> {
  return administer(database, caller, 'roles.edit', async (transaction, own) => {
    const before = await requireRole(transaction, roleId);
    requireWithin(own, [before]);
    addBefore(roleId, { needsSecondFactor: before.needsSecondFactor });
    await setNeedsFactor(transaction, roleId, needsSecondFactor);
    return requireRole(transaction, roleId);
  });
}

/** Throws ROLE_NOT_FOUND, ROLE_BUILT_IN, ROLE_HELD, ROLE_BEYOND_OWN, LAST_ADMINISTRATOR. */
export async function removeRole(
  database: Kysely<Tables>,
  { roleId, replacementId }: RequestOf<Calls['remove']>,
  caller: Caller,
): Promise<null> {
  return administer(database, caller, 'roles.edit', async (transaction, own) => {
    const role = await requireRole(transaction, roleId);
    if (role.builtIn !== null) throw new Failure('ROLE_BUILT_IN');
    requireWithin(own, [role]);
    if (role.people > 0) {
      if (replacementId === undefined || replacementId === roleId) throw new Failure('ROLE_HELD', { field: 'replacementId' });
      requireWithin(own, [await requireRole(transaction, replacementId)]);
      await replaceRole(transaction, roleId, replacementId);
    }
    await deleteRole(transaction, roleId);
    return null;
  });
}

/** Gives people exactly these roles, within those of the caller. Throws ROLE_NOT_FOUND, ROLE_BEYOND_OWN. */
export async function giveRoles(
  transaction: Transaction<Tables>,
  own: readonly AdminRole[],
  userIds: readonly string[],
  roleIds: readonly string[],
): Promise<void> {
  for (const roleId of roleIds) requireWithin(own, [await requireRole(transaction, roleId)]);
  requireWithin(own, await rolesTakenFrom(transaction, userIds, roleIds));
  for (const { userId, roleIds: before } of await rolesHeld(transaction, userIds)) addBefore(userId, { roleIds: before });
  await setRoles(transaction, userIds, roleIds);
}

/** Throws PERSON_NOT_FOUND, ROLE_NOT_FOUND, ROLE_BEYOND_OWN, LAST_ADMINISTRATOR. */
export async function assignRoles(database: Kysely<Tables>, given: RequestOf<Calls['assign']>, caller: Caller): Promise<null> {
  const [userIds, roleIds] = [[...new Set(given.userIds)], [...new Set(given.roleIds)]];
  return administer(database, caller, 'roles.assign', async (transaction, own) => {
    if ((await countAccounts(transaction, userIds)) < userIds.length) throw new Failure('PERSON_NOT_FOUND', { field: 'userIds' });
    await giveRoles(transaction, own, userIds, roleIds);
    return null;
  });
}
