/** What a set of items can be for each file role. The server, the database and the screen check the same. */
import { permissionItems } from './permission.ts';
import type { FileRole, PermissionItem } from './permission.ts';

/** Each item once, in the order of the list. */
export const itemsInOrder = (items: readonly PermissionItem[]): PermissionItem[] => permissionItems.filter((item) => items.includes(item));

export const sameItems = (one: readonly PermissionItem[], other: readonly PermissionItem[]): boolean =>
  itemsInOrder(one).join() === itemsInOrder(other).join();

/** The items of a role that no administrator changes: `forbidden` takes everything away, and a place needs somebody who manages its people. */
export const isFixedItem = (role: FileRole, item: PermissionItem): boolean =>
  role === 'forbidden' || (role === 'manager' && item === 'personnelManagement');

export function fileRoleFault(role: FileRole, items: readonly PermissionItem[]): 'FILE_ROLE_FIXED' | 'FILE_ROLE_MANAGES' | null {
  if (role === 'forbidden' && items.length > 0) return 'FILE_ROLE_FIXED';
  return role === 'manager' && !items.includes('personnelManagement') ? 'FILE_ROLE_MANAGES' : null;
}
