import { mayGive, privilegeRoles, spaceKinds } from '@alcove/contract';
import type { FailureCode, FileRole, PermissionItem, Privilege } from '@alcove/contract';

/** What decides whether somebody's entry on an item may be set or removed. */
export interface PrivilegeFacts {
  place: 'group' | 'groupRoot' | 'department' | 'departmentRoot';
  /** What the caller holds there by their own right. */
  own: readonly PermissionItem[];
  /** The subject leads the group. */
  leads: boolean;
  /** The subject is in the group, or the place is a department's, where everyone can be named. */
  reached: boolean;
  /** The subject's entry on the very item; null: none. */
  before: FileRole | null;
}

/** Managers of a department and of those above it are named with the department, and everything below it follows. */
export const isFixed = (place: PrivilegeFacts['place'], role: FileRole | null): boolean =>
  place === 'departmentRoot' && (role === 'manager' || role === 'operator');

/** Why that level cannot be given there, or with null the entry not be removed; null: it can. A level in a whole group is the membership. */
export function privilegeRefusal({ place, own, leads, reached, before }: PrivilegeFacts, level: Privilege | null): FailureCode | null {
  if (place === 'groupRoot') return 'ROOT_IS_FIXED';
  if (isFixed(place, before) || isFixed(place, level && privilegeRoles[level])) return 'DEPARTMENT_MANAGER_FIXED';
  if (level === null) return before === null ? 'PRIVILEGE_NOT_FOUND' : null;
  if (leads) return 'GROUP_LEADER_STAYS';
  if (!reached) return 'GROUP_NOT_MEMBER';
  const spaceKind = place === 'group' ? spaceKinds.group : spaceKinds.department;
  return mayGive('entry', { spaceKind, items: own }, level) ? null : 'GROUP_BEYOND_RIGHTS';
}
