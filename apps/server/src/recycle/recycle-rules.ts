import { grantedItemsAt, ownItemsAt } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';

/**
 * Whether someone has to do with an item in the bin: they may delete there, and deleted it themselves, own the space, or manage its
 * people. `place` is where the item lies, live or not. Pure.
 */
export function mayRecycle(place: ItemContext | undefined, deletedBy: string): boolean {
  if (!place) return false;
  const { effective } = place;
  if (effective.owns) return true;
  const items = grantedItemsAt(place);
  return items.includes('delete') && (deletedBy === effective.userId || items.includes('personnelManagement'));
}

/**
 * Whether someone who has to do with it may take it out of the bin for good: who owns the space, or manages the place by their own
 * right, and not who was merely let in by a share or may delete there. Pure.
 */
export const mayPurge = (place: ItemContext): boolean => {
  if (place.effective.owns) return true;
  const own = ownItemsAt(place);
  return own.includes('delete') && own.includes('personnelManagement');
};
