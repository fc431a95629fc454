import type { ItemContext } from '../permission/index.ts';

/** The folder whose listing must refresh when this file's content or quota changes, or when something arrives in this folder. */
export const folderToRefresh = (item: ItemContext): Pick<ItemContext, 'spaceId' | 'spaceKind' | 'spaceOwnerId' | 'instanceId'> => ({
  spaceId: item.spaceId,
  spaceKind: item.spaceKind,
  spaceOwnerId: item.spaceOwnerId,
  instanceId: item.isFile ? (item.parentId ?? item.instanceId) : item.instanceId,
});
