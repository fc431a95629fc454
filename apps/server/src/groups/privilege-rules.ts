import { mayGive, privilegeRoles, spaceKinds } from '@alcove/contract';
import type { FailureCode, FileRole, FileRoleItems, PermissionItem, Privilege } from '@alcove/contract';

/** The facts that decide whether a subject's entry on an item may be set or removed. */
export interface PrivilegeFacts {
  place: 'group' | 'groupRoot' | 'department' | 'departmentRoot';
  /** What the caller may do there by their own grants. */
  own: readonly PermissionItem[];
  /** The subject leads the group. */
  leads: boolean;
  /** The subject is in the group. Always true in a department's space, where everyone can be named. */
  reached: boolean;
  /** The subject's entry on this item, or null. */
  before: FileRole | null;
}

/**
 * The managers of a department and of those above it are named with the department; everything below it inherits them. These two roles are
 * how that appointment is stored on the top folder, whatever their items are.
 */
export const isFixed = (place: PrivilegeFacts['place'], role: FileRole | null): boolean =>
  place === 'departmentRoot' && (role === 'manager' || role === 'operator');

/**
 * Why this level cannot be given there (or, for null, why the entry cannot be removed), or null if it can. A level in a whole group is the
 * membership.
 */
export function privilegeRefusal(
  roles: FileRoleItems,
  { place, own, leads, reached, before }: PrivilegeFacts,
  level: Privilege | null,
): FailureCode | null {
  if (place === 'groupRoot') return 'ROOT_IS_FIXED';
  if (isFixed(place, before) || isFixed(place, level && privilegeRoles[level])) return 'DEPARTMENT_MANAGER_FIXED';
  if (level === null) return before === null ? 'PRIVILEGE_NOT_FOUND' : null;
  if (leads) return 'GROUP_LEADER_STAYS';
  if (!reached) return 'GROUP_NOT_MEMBER';
  const spaceKind = place === 'group' ? spaceKinds.group : spaceKinds.department;
  return mayGive(roles, 'entry', { spaceKind, items: own }, level) ? null : 'GROUP_BEYOND_RIGHTS';
}
