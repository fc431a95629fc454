/** The twenty permission items of specification 2 section 6, in the order in which the bits are numbered. */
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

/** What the owner of a space may. */
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

/** What each role may at first; administrators can edit the sets. `uploader` sees only what they uploaded. */
export const roleItems: Readonly<Record<FileRole, readonly PermissionItem[]>> = {
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

/** The five levels of group files (specification 2 section 6) by the role that each stands for. */
export const groupLevels = {
  viewOnly: 'viewer',
  download: 'downloader',
  edit: 'editor',
  externalSharing: 'sharer',
  manager: 'manager',
} as const satisfies Record<string, FileRole>;
export type GroupLevel = keyof typeof groupLevels;

/** What can be given on one folder or file, or in a department as a whole: a level, less than any, a drop box, or nothing at all. */
export const privilegeRoles = {
  forbidden: 'forbidden',
  uploader: 'uploader',
  observer: 'observer',
  reader: 'reader',
  ...groupLevels,
} as const satisfies Record<string, FileRole>;
export type Privilege = keyof typeof privilegeRoles;

/** What a role is called among permissions; those that can only be found there have their own name. */
export const privilegeOf = (role: FileRole): Privilege | 'defaultRole' | 'operator' | 'sharedPerson' =>
  role === 'defaultRole' || role === 'operator' || role === 'sharedPerson'
    ? role
    : (Object.keys(privilegeRoles) as Privilege[]).find((one) => privilegeRoles[one] === role)!;

/** What an internal share can give; the initiator stays its owner. */
export const shareLevels = {
  viewOnly: 'viewer',
  sharedPerson: 'sharedPerson',
  download: 'downloader',
  edit: 'editor',
  manager: 'manager',
} as const satisfies Record<string, FileRole>;
export type ShareLevel = keyof typeof shareLevels;

/**
 * What is left of anybody's rights in a group that is being dissolved or a department that was ended: to read it and to take copies along. Who manages people still sees
 * who has what, and takes it back.
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

/** The level that a role stands for; null for roles that are no level. */
export const levelOf = (role: string): GroupLevel | null =>
  (Object.keys(groupLevels) as GroupLevel[]).find((level) => groupLevels[level] === role) ?? null;

/** A share never gives these on the very item that was shared, only on what lies in it: that item stays where its owner has it. */
export const itemsBelowShared: readonly PermissionItem[] = ['rename', 'move', 'delete'];

/** Whether these items are all of a role, or as much of it as a share leaves on the item that was shared. */
export const holdsRole = (items: readonly PermissionItem[], role: FileRole): boolean =>
  roleItems[role].every((item) => items.includes(item) || itemsBelowShared.includes(item));

/**
 * The highest level that someone with these items has; null below all of them. Comments tell no two levels apart: nobody makes any
 * while a space ends, and who reads or downloads there has that level still.
 */
export const levelHeld = (items: readonly PermissionItem[]): GroupLevel | null =>
  (Object.keys(groupLevels) as GroupLevel[]).findLast((level) => holdsRole([...items, 'comment'], groupLevels[level])) ?? null;

/**
 * What an answer to a request for access may give in a space of that kind to whom it does not have: never more than the answerer
 * holds, and never the management of people, for which one is named.
 */
export const accessLevels = (instanceType: string, held: readonly PermissionItem[]): AccessLevel[] =>
  requestedLevels.filter(
    (level) => (level !== 'externalSharing' || instanceType !== '1') && roleItems[groupLevels[level]].every((item) => held.includes(item)),
  );
export const requestedLevels = ['viewOnly', 'download', 'edit', 'externalSharing'] as const satisfies GroupLevel[];
export type AccessLevel = (typeof requestedLevels)[number];

/** Whom a grant names. */
export interface GrantSubject {
  kind: 'person' | 'department';
  id: string;
}
