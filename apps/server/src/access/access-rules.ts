import { roleItems } from '@alcove/contract';
import type { FileRole, PermissionItem } from '@alcove/contract';
import type { GrantSource } from '../permission/index.ts';

/**
 * What a granted request is written as. In a group's or department's space it is a grant of that space, which outlives whoever
 * answered, unless that would take something away: from whom a grant of the space names there already, or who may do now what the
 * role may not, for within a source the nearest grant decides. On a root to be named is to be a member. There, and in a personal
 * space, it is a source of its own, like a share: it adds up with what they have, and gives no more than who answered holds.
 */
export function sourceOf(
  requestId: string,
  place: { spaceKind: number; spaceId: string; root: boolean },
  asker: { named: boolean; items: readonly PermissionItem[] },
  role: FileRole,
): GrantSource {
  const kind = place.spaceKind === 2 ? 'group' : place.spaceKind === 3 ? 'department' : null;
  const takesNothing = !asker.named && asker.items.every((item) => roleItems[role].includes(item));
  return kind !== null && !place.root && takesNothing ? { kind, id: place.spaceId } : { kind: 'share', id: requestId };
}
