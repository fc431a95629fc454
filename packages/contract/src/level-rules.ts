/** The levels that each way of granting access has, who may grant which of them, and which level a person holds. */
import { groupLevels, itemsBelowShared, privilegeRoles, shareLevels } from './permission.ts';
import type { FileRole, FileRoleItems, GroupLevel, PermissionItem, ShareLevel } from './permission.ts';
import { spaceKinds } from './space-kinds.ts';
import type { SpaceKind } from './space-kinds.ts';

/** The levels that an answer to a request can grant. The management of people requires an appointment. */
const answerLevels = {
  viewOnly: groupLevels.viewOnly,
  download: groupLevels.download,
  edit: groupLevels.edit,
  externalSharing: groupLevels.externalSharing,
} as const;
export type AccessLevel = keyof typeof answerLevels;
export const requestedLevels = ['viewOnly', 'download', 'edit', 'externalSharing'] as const satisfies AccessLevel[];

/** `entry` is a membership or a second-level permission, stored with the space. Lowest first within each way. */
const levelsBy = { entry: privilegeRoles, share: shareLevels, answer: answerLevels } as const;
export type GivenBy = keyof typeof levelsBy;
export type LevelBy<By extends GivenBy> = keyof (typeof levelsBy)[By];

export interface Giver {
  /** The kind of the item's space. */
  spaceKind: SpaceKind;
  /** The giver's own permission items on the item, without those from shares. */
  items: readonly PermissionItem[];
}

/** Managers manage even if the company's roles forbid them to share outside it: that item is capped for each person by their own roles. */
const isLeftToTheCompany = (item: PermissionItem, role: FileRole): boolean => role === 'manager' && item === 'share';
const holdsAll = (roles: FileRoleItems, items: readonly PermissionItem[], role: FileRole): boolean =>
  roles[role].every((item) => items.includes(item) || isLeftToTheCompany(item, role));

/** Whether the items include all of a role's, except those that a share withholds on the shared item. */
const holdsBelow = (roles: FileRoleItems, items: readonly PermissionItem[], role: FileRole): boolean =>
  holdsAll(roles, [...items, ...itemsBelowShared], role);

/**
 * Nobody grants more than they hold (I14), by the items that the roles have today and not by their names. A share withholds
 * `itemsBelowShared` on the shared item, so its giver does not need them. Only groups and departments have entries. A request for personal
 * files is answered with an internal share, which has no level for external sharing.
 */
export function mayGive<By extends GivenBy>(roles: FileRoleItems, by: By, { spaceKind, items }: Giver, level: LevelBy<By>): boolean {
  const role = (levelsBy[by] as Readonly<Record<LevelBy<By>, FileRole>>)[level];
  switch (by) {
    case 'share':
      return holdsBelow(roles, items, role);
    case 'entry':
      return (spaceKind === spaceKinds.group || spaceKind === spaceKinds.department) && holdsAll(roles, items, role);
    default:
      return (level !== 'externalSharing' || spaceKind !== spaceKinds.personal) && holdsAll(roles, items, role);
  }
}

/** All levels that the giver may grant, lowest first. */
export const givableLevels = <By extends GivenBy>(roles: FileRoleItems, by: By, giver: Giver): LevelBy<By>[] =>
  (Object.keys(levelsBy[by]) as LevelBy<By>[]).filter((level) => mayGive(roles, by, giver, level));

/**
 * Of the levels whose items are all held, the one with most of them, and of equal ones the last. Administrators may edit the sets, so a later
 * level need not include the earlier ones; and a level without items says nothing about who holds it.
 */
function highest<Level extends string>(
  roles: FileRoleItems,
  levels: Readonly<Record<Level, FileRole>>,
  items: readonly PermissionItem[],
): Level | null {
  const held = (Object.keys(levels) as Level[]).filter(
    (level) => roles[levels[level]].length > 0 && holdsBelow(roles, items, levels[level]),
  );
  const most = Math.max(...held.map((level) => roles[levels[level]].length));
  return held.findLast((level) => roles[levels[level]].length === most) ?? null;
}

/** Whether these items include a whole level, in the same way as `levelHeld`. */
export const includesLevel = (roles: FileRoleItems, items: readonly PermissionItem[], level: GroupLevel): boolean =>
  holdsBelow(roles, [...items, 'comment'], groupLevels[level]);

/**
 * The highest level that these items include; null below all levels. The comment item is ignored: it distinguishes no levels, and is
 * missing while a space ends.
 */
export const levelHeld = (roles: FileRoleItems, items: readonly PermissionItem[]): GroupLevel | null =>
  highest(roles, groupLevels, [...items, 'comment']);

/** The highest share level that these items include; `viewOnly` below all levels. */
export const shareLevelHeld = (roles: FileRoleItems, items: readonly PermissionItem[]): ShareLevel =>
  highest(roles, shareLevels, items) ?? 'viewOnly';
