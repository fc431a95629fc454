import type { Kysely, RawBuilder } from 'kysely';
import { adminItems, fileRoleFault, permissionItems } from '@alcove/contract';
import type { AdminItem, PermissionItem, RequestOf, Role, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { readFileRoles } from '../permission/index.ts';
import { adminItemsOf, findRoles, readAdminRoles, requireWithin } from '../roles/index.ts';
import { differenceOf, effectBesides, effectWithin } from './change-rules.ts';
import type { Difference, Effect, Holder } from './change-rules.ts';
import { holdersOfFileRole, holdersOfRole } from './holder-queries.ts';

/** A change of one role, as the preview goes through its holders. */
export interface RoleChange<Item extends string> {
  /** All items of its kind, in their order. */
  every: readonly Item[];
  difference: Difference<Item>;
  /** A query of `HolderRow`s. */
  holders: RawBuilder<unknown>;
  /** The order of the holder's roles does not matter. */
  effectOn(holder: Pick<Holder, 'roleIds'>): Effect<Item>;
  /** The list of people says how many grants each holds the role by. */
  withPlaces: boolean;
}

type RoleItem = AdminItem | PermissionItem;
type RoleItems = Pick<Role, 'type' | 'adminItems' | 'fileItems'>;

const every: readonly RoleItem[] = [...adminItems, ...permissionItems];
const itemsOf = (role: RoleItems): readonly RoleItem[] => [...adminItemsOf([role]), ...role.fileItems];

/** Thousands of people have few different combinations of roles, so each is judged once. */
function rememberedBy<Item>(judge: (roleIds: readonly string[]) => Effect<Item>): RoleChange<Item & string>['effectOn'] {
  const known = new Map<string, Effect<Item>>();
  return ({ roleIds }) => {
    const key = roleIds.toSorted().join();
    const effect = known.get(key) ?? judge(roleIds);
    known.set(key, effect);
    return effect as Effect<Item & string>;
  };
}

/** Throws ROLE_NOT_FOUND, ROLE_BEYOND_OWN. */
export async function companyRoleChange(
  database: Kysely<Tables>,
  { roleId, ...content }: RequestOf<typeof calls.adminRole.preview>,
  { userId }: Caller,
): Promise<RoleChange<RoleItem>> {
  const roles = new Map((await findRoles(database)).map((role) => [role.roleId, role]));
  const role = roles.get(roleId);
  if (!role) throw new Failure('ROLE_NOT_FOUND');
  requireWithin(await readAdminRoles(database, userId), [role, content]);
  const difference = differenceOf(every, itemsOf(role), itemsOf(content));
  return {
    every,
    difference,
    holders: holdersOfRole(roleId),
    effectOn: rememberedBy((roleIds) =>
      effectBesides(
        difference,
        roleIds.flatMap((id) => {
          const other = id === roleId ? undefined : roles.get(id);
          return other ? itemsOf(other) : [];
        }),
      ),
    ),
    withPlaces: false,
  };
}

/** Throws FILE_ROLE_FIXED, FILE_ROLE_MANAGES. */
export async function fileRoleChange(
  database: Kysely<Tables>,
  { role, items }: RequestOf<typeof calls.adminFileRole.preview>,
): Promise<RoleChange<PermissionItem>> {
  const fault = fileRoleFault(role, items);
  if (fault) throw new Failure(fault, { field: 'items' });
  const difference = differenceOf(permissionItems, (await readFileRoles(database))[role], items);
  const caps = new Map((await findRoles(database)).map(({ roleId, fileItems }) => [roleId, fileItems]));
  return {
    every: permissionItems,
    difference,
    holders: holdersOfFileRole(role),
    effectOn: rememberedBy((roleIds) =>
      effectWithin(
        difference,
        roleIds.flatMap((id) => caps.get(id) ?? []),
      ),
    ),
    withPlaces: true,
  };
}
