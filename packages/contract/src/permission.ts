/** The twenty permission items of specification 2 section 6, in bit order. */
export const permissionItems = [
  'list',
  'comment',
  'onlineReading',
  'preview',
  'upload',
  'historyManage',
  'historyView',
  'historyRestore',
  'fileSync',
  'download',
  'collect',
  'share',
  'tag',
  'search',
  'attribute',
  'copy',
  'move',
  'delete',
  'rename',
  'personnelManagement',
] as const;

export type PermissionItem = (typeof permissionItems)[number];

/** The permission items of a space's owner. */
export const everyItem: readonly PermissionItem[] = permissionItems;

/** The twelve file roles of specification 2 section 6. */
export const fileRoles = [
  'forbidden',
  'observer',
  'reader',
  'defaultRole',
  'viewer',
  'uploader',
  'editor',
  'operator',
  'sharedPerson',
  'manager',
  'downloader',
  'sharer',
] as const;
export type FileRole = (typeof fileRoles)[number];

const observer = ['list', 'search', 'attribute'] as const;
const reader = [...observer, 'preview', 'onlineReading'] as const;
const viewer = [...reader, 'collect', 'comment', 'historyView'] as const;
const sharedPerson = [...viewer, 'download'] as const;
const downloader = [...sharedPerson, 'copy'] as const;
const editor = [...downloader, 'upload', 'rename', 'move', 'delete', 'tag', 'historyRestore'] as const;

/** The permission items of each file role, as the company has set them. Whoever judges by them reads them from the database first. */
export type FileRoleItems = Readonly<Record<FileRole, readonly PermissionItem[]>>;

/** The sets with which a company begins. Screens use them until the company’s own are loaded; the server never judges by them. An `uploader` sees only their own uploads. */
export const defaultRoleItems: FileRoleItems = {
  forbidden: [],
  observer,
  reader,
  defaultRole: viewer,
  viewer,
  uploader: ['list', 'upload'],
  editor,
  operator: [...editor, 'historyManage', 'fileSync'],
  sharedPerson,
  manager: everyItem,
  downloader,
  sharer: [...editor, 'share'],
};

/** The five levels of group files (specification 2 section 6), each with its role. */
export const groupLevels = {
  viewOnly: 'viewer',
  download: 'downloader',
  edit: 'editor',
  externalSharing: 'sharer',
  manager: 'manager',
} as const satisfies Record<string, FileRole>;
export type GroupLevel = keyof typeof groupLevels;

/** What can be granted on one file or folder, or on a department as a whole: a level, something less, a drop box, or no access. */
export const privilegeRoles = {
  forbidden: 'forbidden',
  uploader: 'uploader',
  observer: 'observer',
  reader: 'reader',
  ...groupLevels,
} as const satisfies Record<string, FileRole>;
export type Privilege = keyof typeof privilegeRoles;

/** A role's name as a permission; the three roles that cannot be granted as one have names of their own. */
export const privilegeOf = (role: FileRole): Privilege | 'defaultRole' | 'operator' | 'sharedPerson' =>
  role === 'defaultRole' || role === 'operator' || role === 'sharedPerson'
    ? role
    : (Object.keys(privilegeRoles) as Privilege[]).find((one) => privilegeRoles[one] === role)!;

/** The levels of an internal share; the initiator stays its owner. */
export const shareLevels = {
  viewOnly: 'viewer',
  sharedPerson: 'sharedPerson',
  download: 'downloader',
  edit: 'editor',
  manager: 'manager',
} as const satisfies Record<string, FileRole>;
export type ShareLevel = keyof typeof shareLevels;

/**
 * The permission items that remain in a group being dissolved or a closed department: viewing, downloading and copying. Those who manage
 * people can still see and revoke access.
 */
export const itemsWhileEnding: readonly PermissionItem[] = [
  ...observer,
  ...reader,
  'collect',
  'historyView',
  'download',
  'copy',
  'personnelManagement',
];

/** The level of a role; null for a role without one. */
export const levelOf = (role: string): GroupLevel | null =>
  (Object.keys(groupLevels) as GroupLevel[]).find((level) => groupLevels[level] === role) ?? null;

/** A share never grants these on the shared item itself, only on what is in it: the item stays where its owner put it. */
export const itemsBelowShared: readonly PermissionItem[] = ['rename', 'move', 'delete'];

/** The person or department of a grant. */
export interface GrantSubject {
  kind: 'person' | 'department';
  id: string;
}
