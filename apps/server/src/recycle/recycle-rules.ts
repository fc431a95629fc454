import { grantedItemsAt, ownItemsAt } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';

/**
 * Whether an item in the bin concerns someone, who then sees it and may restore it. They must be the owner of the space, or have the
 * permission to delete there and either have deleted it themselves or manage access. `place` is the item, live or not. Pure.
 */
export function mayRecycle(place: ItemContext | undefined, deletedBy: string): boolean {
  if (!place) return false;
  const { effective } = place;
  if (effective.owns) return true;
  const items = grantedItemsAt(place);
  return items.includes('delete') && (deletedBy === effective.userId || items.includes('personnelManagement'));
}

/**
 * Whether someone whom the item concerns may remove it from the bin. They must own the space or manage the place without a share;
 * permission to delete is not enough. Pure.
 */
export const mayPurge = (place: ItemContext): boolean => {
  if (place.effective.owns) return true;
  const own = ownItemsAt(place);
  return own.includes('delete') && own.includes('personnelManagement');
};
