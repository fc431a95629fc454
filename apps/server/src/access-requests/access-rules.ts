import { givableLevels, groupLevels, spaceKinds } from '@alcove/contract';
import type { AccessLevel, FileRoleItems, PermissionItem, SpaceKind } from '@alcove/contract';

/** The access that the asker already has to the item. */
export interface AskerThere {
  /** They are a member of the group. */
  member: boolean;
  /** A grant of the space names them on this item itself. */
  named: boolean;
  items: readonly PermissionItem[];
}

export interface AskedPlace {
  spaceKind: SpaceKind;
  root: boolean;
}

/**
 * How a granted request is stored. `entry`: a grant of the space itself, listed and revoked among its people. It is a membership on a
 * group's root, a permission on an item inside the group, or an entry of a department, and it outlives the answerer.
 * An entry must not take anything away. Within a source the nearest grant decides, so it is not used if the space already names the asker
 * there, or if they can do something that the level does not include. Nor does it work for non-members inside a group, since a group gives
 * them nothing. In these cases, and in personal spaces, it becomes an ordinary `share` by the answerer, which adds to what they have.
 */
export function writtenAs(
  roles: FileRoleItems,
  { spaceKind, root }: AskedPlace,
  { member, named, items }: AskerThere,
  level: AccessLevel,
): 'entry' | 'share' {
  const takesNothing = !named && items.every((item) => roles[groupLevels[level]].includes(item));
  const reached = spaceKind === spaceKinds.department || (spaceKind === spaceKinds.group && (root || member));
  return reached && takesNothing ? 'entry' : 'share';
}

/**
 * The levels that can be given there, the lowest first, and never more than the answerer has. Shares do not include external sharing, and a
 * personal space cannot be shared as a whole.
 */
export const levelsThere = (roles: FileRoleItems, place: AskedPlace, asker: AskerThere, held: readonly PermissionItem[]): AccessLevel[] =>
  place.root && place.spaceKind === spaceKinds.personal
    ? []
    : givableLevels(roles, 'answer', { spaceKind: place.spaceKind, items: held }).filter(
        (level) => level !== 'externalSharing' || writtenAs(roles, place, asker, level) === 'entry',
      );
