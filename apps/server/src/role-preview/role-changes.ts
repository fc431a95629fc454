import type { Kysely, Transaction } from 'kysely';
import { adminItems, fileRoleFault, permissionItems } from '@alcove/contract';
import type { AdminItem, PermissionItem, RequestOf, Role, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { readFileRoles } from '../permission/index.ts';
import { adminItemsOf, findRoles, readAdminRoles, requireWithin } from '../roles/index.ts';
import { affectedByFileRole, affectedByRole } from './affected-queries.ts';
import type { Affected } from './affected-queries.ts';
import { differenceOf, maskOf } from './change-rules.ts';
import type { Difference } from './change-rules.ts';
import { judgeFileRole } from './judge-file-role.ts';

/** A change of one role, as the preview goes through whom it affects. */
export interface RoleChange<Item extends string> {
  /** All items of its kind, in their order: the bits of `Affected`. */
  every: readonly Item[];
  difference: Difference<Item>;
  affected(transaction: Transaction<Tables>): Promise<Affected>;
  /** The list of people says in how many places something changes for each. */
  withPlaces: boolean;
}

type RoleItem = AdminItem | PermissionItem;
type RoleItems = Pick<Role, 'type' | 'adminItems' | 'fileItems'>;

const every: readonly RoleItem[] = [...adminItems, ...permissionItems];
const itemsOf = (role: RoleItems): readonly RoleItem[] => [...adminItemsOf([role]), ...role.fileItems];

/** Throws ROLE_NOT_FOUND, ROLE_BEYOND_OWN. */
export async function companyRoleChange(
  database: Kysely<Tables>,
  { roleId, ...content }: RequestOf<typeof calls.adminRole.preview>,
  { userId }: Caller,
): Promise<RoleChange<RoleItem>> {
  const roles = await findRoles(database);
  const role = roles.find((one) => one.roleId === roleId);
  if (!role) throw new Failure('ROLE_NOT_FOUND');
  requireWithin(await readAdminRoles(database, userId), [role, content]);
  const difference = differenceOf(every, itemsOf(role), itemsOf(content));
  const masks = new Map(roles.map((one) => [one.roleId, maskOf(every, itemsOf(one))]));
  const [added, removed] = [maskOf(every, difference.added), maskOf(every, difference.removed)];
  return { every, difference, affected: async () => affectedByRole(roleId, { added, removed, masks }), withPlaces: false };
}

/** Throws FILE_ROLE_FIXED, FILE_ROLE_MANAGES. */
export async function fileRoleChange(
  database: Kysely<Tables>,
  { role, items }: RequestOf<typeof calls.adminFileRole.preview>,
): Promise<RoleChange<PermissionItem>> {
  const fault = fileRoleFault(role, items);
  if (fault) throw new Failure(fault, { field: 'items' });
  const before = await readFileRoles(database);
  const caps = new Map((await findRoles(database)).map(({ roleId, fileItems }) => [roleId, maskOf(permissionItems, fileItems)]));
  return {
    every: permissionItems,
    difference: differenceOf(permissionItems, before[role], items),
    affected: async (transaction) =>
      affectedByFileRole(await judgeFileRole(transaction, { role, before, after: { ...before, [role]: items } }), caps),
    withPlaces: true,
  };
}
