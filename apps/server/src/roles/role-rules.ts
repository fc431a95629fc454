import { adminItems, permissionItems, sameItems } from '@alcove/contract';
import type { AdminItem, PermissionItem, RoleType } from '@alcove/contract';
import { Failure } from '../http/index.ts';

/** What the administration items of a person follow from. */
export interface AdminRole {
  type: RoleType;
  adminItems: readonly AdminItem[];
}

/** Several roles add up. An advanced role includes every administration item. */
export function adminItemsOf(roles: readonly AdminRole[]): readonly AdminItem[] {
  if (roles.some(({ type }) => type === 'advanced')) return adminItems;
  return adminItems.filter((item) => roles.some((role) => role.adminItems.includes(item)));
}

export interface RoleContent extends AdminRole {
  name: string;
  fileItems: readonly PermissionItem[];
}

/** Each item once, in the order of its list. */
export const inOrder = <Content extends RoleContent>(content: Content): Content => ({
  ...content,
  adminItems: adminItems.filter((item) => content.adminItems.includes(item)),
  fileItems: permissionItems.filter((item) => content.fileItems.includes(item)),
});

/** Whether two roles have the same name and include the same, in whatever order. */
export const isSame = (one: RoleContent, other: RoleContent): boolean =>
  one.name === other.name &&
  one.type === other.type &&
  adminItemsOf([one]).join() === adminItemsOf([other]).join() &&
  sameItems(one.fileItems, other.fileItems);

/** Nobody gives administration items that they do not have, and only who has an advanced role gives, changes or takes away such roles. */
export function isWithin(own: readonly AdminRole[], changed: readonly AdminRole[]): boolean {
  if (own.some(({ type }) => type === 'advanced')) return true;
  const items = adminItemsOf(own);
  return changed.every((role) => role.type !== 'advanced' && role.adminItems.every((item) => items.includes(item)));
}

/** Throws ROLE_BEYOND_OWN. */
export function requireWithin(own: readonly AdminRole[], changed: readonly AdminRole[]): void {
  if (!isWithin(own, changed)) throw new Failure('ROLE_BEYOND_OWN');
}
