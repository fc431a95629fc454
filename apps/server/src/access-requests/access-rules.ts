import { givableLevels, groupLevels, roleItems, spaceKinds } from '@alcove/contract';
import type { AccessLevel, PermissionItem, SpaceKind } from '@alcove/contract';

/** What somebody who asks has in the place already. */
export interface AskerThere {
  /** They are in the group. */
  member: boolean;
  /** The space names them on the very item. */
  named: boolean;
  items: readonly PermissionItem[];
}

export interface AskedPlace {
  spaceKind: SpaceKind;
  root: boolean;
}

/**
 * What a granted request is written as. `entry`: what the space itself gives, listed and taken back among its people: a
 * membership on a group's root, a second-level level inside it, an entry of a department's permissions; it outlives whoever
 * answered. Not where it would take something away, for within a source the nearest grant decides: from whom the space names
 * there, or who may do now what the level may not. Nor for strangers inside a group, whom a group gives nothing. These, and
 * whoever asks for personal files, get a `share` of whoever answers, like any other: it adds up with what they have.
 */
export function writtenAs({ spaceKind, root }: AskedPlace, { member, named, items }: AskerThere, level: AccessLevel): 'entry' | 'share' {
  const takesNothing = !named && items.every((item) => roleItems[groupLevels[level]].includes(item));
  const reached = spaceKind === spaceKinds.department || (spaceKind === spaceKinds.group && (root || member));
  return reached && takesNothing ? 'entry' : 'share';
}

/**
 * The levels that can be given there, the lowest first: never more than the answerer holds. Shares know no sharing outwards, and
 * nobody's personal space is shared as a whole.
 */
export const levelsThere = (place: AskedPlace, asker: AskerThere, held: readonly PermissionItem[]): AccessLevel[] =>
  place.root && place.spaceKind === spaceKinds.personal
    ? []
    : givableLevels('answer', { spaceKind: place.spaceKind, items: held }).filter(
        (level) => level !== 'externalSharing' || writtenAs(place, asker, level) === 'entry',
      );
