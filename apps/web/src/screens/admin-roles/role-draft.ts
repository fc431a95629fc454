import {
  adminItems,
  permissionItems,
  roleNameFault,
  type AdminItem,
  type PermissionItem,
  type Role,
  type RoleType,
} from '@alcove/contract';
import type { AskedChange } from './role-preview-queries.ts';

/** A role as the form holds it. Null: a role that does not exist yet. */
export interface RoleDraft {
  roleId: string | null;
  name: string;
  type: RoleType;
  adminItems: readonly AdminItem[];
  fileItems: readonly PermissionItem[];
}

export const draftOf = ({ roleId, name, type, adminItems, fileItems }: Role): RoleDraft => ({ roleId, name, type, adminItems, fileItems });

/** A new role may do with files what an employee may. */
export const newDraft = (name: string, employee: Role | undefined): RoleDraft => ({
  roleId: null,
  name,
  type: 'ordinary',
  adminItems: [],
  fileItems: employee?.fileItems ?? permissionItems.filter((item) => item !== 'share'),
});

/** What a person may change of a role: everything, the file items alone, or nothing and why. */
export type Editable = 'all' | 'fileItems' | 'readOnly' | 'administrator' | 'beyondOwn';

/** The rules of the server, applied before the request. `held` are the reader's own items; `advanced` means that they have all. */
export function editableOf(role: Role | null, held: readonly AdminItem[]): Editable {
  if (!held.includes('roles.edit')) return 'readOnly';
  if (role?.builtIn === 'administrator') return 'administrator';
  const every = adminItems.every((item) => held.includes(item));
  if (role && !every && (role.type === 'advanced' || role.adminItems.some((item) => !held.includes(item)))) return 'beyondOwn';
  return role?.builtIn ? 'fileItems' : 'all';
}

export const toggled = <Item>(items: readonly Item[], item: Item): readonly Item[] =>
  items.includes(item) ? items.filter((one) => one !== item) : [...items, item];

export type Change = 'gained' | 'lost';
export function changeOf<Item>(item: Item, before: readonly Item[], now: readonly Item[]): Change | null {
  if (before.includes(item) === now.includes(item)) return null;
  return now.includes(item) ? 'gained' : 'lost';
}

/** How many things differ: the name, the type, and each item. */
export function countChanges(now: RoleDraft, before: RoleDraft): number {
  const items =
    permissionItems.filter((item) => changeOf(item, before.fileItems, now.fileItems)).length +
    (now.type === 'advanced' ? 0 : adminItems.filter((item) => changeOf(item, before.adminItems, now.adminItems)).length);
  return items + Number(now.name.trim() !== before.name) + Number(now.type !== before.type);
}

export type DraftFault = 'ROLE_NAME_WRONG' | 'ROLE_EMPTY';
/** The rules of specification 2 section 5. A built-in role is named by the interface. */
export function draftFault(draft: RoleDraft, builtIn: boolean): DraftFault | null {
  if (!builtIn && roleNameFault(draft.name.trim())) return 'ROLE_NAME_WRONG';
  return draft.type === 'ordinary' && draft.adminItems.length + draft.fileItems.length === 0 ? 'ROLE_EMPTY' : null;
}

/** An advanced role has every administration item, whatever is listed. */
export const contentOf = ({ name, type, adminItems, fileItems }: RoleDraft) => ({
  name: name.trim(),
  type,
  adminItems: type === 'advanced' ? [] : [...adminItems],
  fileItems: [...fileItems],
});

/** What the server is asked about the draft; null if it changes no items, or cannot be saved. */
export function askedChange(now: RoleDraft, before: RoleDraft): AskedChange | null {
  const { roleId } = now;
  const { type, adminItems: admin, fileItems } = contentOf(now);
  const differs = countChanges({ ...now, name: before.name }, before) > 0;
  const empty = type === 'ordinary' && admin.length + fileItems.length === 0;
  return roleId === null || !differs || empty ? null : { kind: 'company', content: { roleId, type, adminItems: admin, fileItems } };
}
