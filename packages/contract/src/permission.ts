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

/** The owner of a personal space has everything in it. */
export const everyItem: readonly PermissionItem[] = permissionItems;
