import type { ItemContext } from '../permission/index.ts';

/** The folder whose listing must refresh when this file's content or quota changes. */
export const folderToRefresh = (file: ItemContext): Pick<ItemContext, 'spaceId' | 'spaceKind' | 'spaceOwnerId' | 'instanceId'> => ({
  spaceId: file.spaceId,
  spaceKind: file.spaceKind,
  spaceOwnerId: file.spaceOwnerId,
  instanceId: file.parentId ?? file.instanceId,
});
