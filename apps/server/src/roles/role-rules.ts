import { adminItems } from '@alcove/contract';
import type { AdminItem, RoleType } from '@alcove/contract';

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
