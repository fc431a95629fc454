import type { FileRole, PermissionItem } from './permission.ts';

/** What an external link can allow. Each but `upload` includes those before it. */
export const linkPermissions = ['preview', 'download', 'edit', 'upload'] as const;
export type LinkPermission = (typeof linkPermissions)[number];

/** Who may open a link: everyone who has it, everyone with an account, or the people it names. */
export const linkVisitorTypes = ['everyone', 'login', 'persons'] as const;
export type LinkVisitorType = (typeof linkVisitorTypes)[number];

/** How long a link is open; `employment`: as long as its creator works here. */
export const linkValidities = ['employment', '3d', '1w', '1m', '3m', 'custom'] as const;
export type LinkValidity = (typeof linkValidities)[number];

export const linkWatermarks = ['default', 'none'] as const;
export type LinkWatermark = (typeof linkWatermarks)[number];

export const linkStates = ['verifying', 'valid', 'expired', 'failed'] as const;
export type LinkState = (typeof linkStates)[number];

const preview = ['list', 'search', 'attribute', 'preview'] as const;
const download = [...preview, 'download'] as const;

/**
 * What visitors get. Administrators edit the file roles, so a link has sets of its own, which nobody can widen. A visitor who edits adds
 * new versions and files, and never renames, moves or deletes.
 */
const itemsOf: Record<LinkPermission, readonly PermissionItem[]> = {
  preview,
  download,
  edit: [...download, 'upload'],
  upload: ['list', 'upload'],
};

/** The role that stands in the grant of a link: the nearest one, of which only the name counts. */
const roleOf = { preview: 'reader', download: 'sharedPerson', edit: 'editor', upload: 'uploader' } as const satisfies Record<
  LinkPermission,
  FileRole
>;

/** Whether one link can allow all of these: at least one, and `upload` only alone, because its visitors do not see what is there. */
export const canCombine = (permissions: readonly LinkPermission[]): boolean =>
  permissions.length > 0 && (!permissions.includes('upload') || permissions.every((one) => one === 'upload'));

/** The permission that includes all of these; they can be combined. */
const widest = (permissions: readonly LinkPermission[]): LinkPermission | undefined =>
  canCombine(permissions) ? linkPermissions.findLast((one) => permissions.includes(one)) : undefined;

/** The permission items of a link's visitors: none if the permissions cannot be combined. */
export const itemsOfLink = (permissions: readonly LinkPermission[]): readonly PermissionItem[] => {
  const most = widest(permissions);
  return most ? itemsOf[most] : [];
};

/** The role in the link's grant: `forbidden` if the permissions cannot be combined. */
export const roleOfLink = (permissions: readonly LinkPermission[]): FileRole => {
  const most = widest(permissions);
  return most ? roleOf[most] : 'forbidden';
};

/** The permission items of a link's grant: none for a role that no link has. */
export const itemsOfLinkRole = (role: FileRole): readonly PermissionItem[] => {
  const most = linkPermissions.find((one) => roleOf[one] === role);
  return most ? itemsOf[most] : [];
};
