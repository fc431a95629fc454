import type { Instance } from '@alcove/contract';
import type { PickedFolder } from './picker-roots.ts';

/**
 * The drop target at this element: a folder's row, or an element with `data-folder-id` (a crumb, a tree row; empty for the top). Rights are
 * known only for a row; for the others the server decides.
 */
export function dropPlace(
  element: Element,
  items: readonly Instance[],
  rootId: string,
  rootName: string,
  fileSharingId: string | undefined,
): PickedFolder | null {
  const rowId = element.closest<HTMLElement>('[data-row-id]')?.dataset['rowId'];
  const row = items.find((item) => item.instanceId === rowId && item.classifierId === 'Folder');
  if (row) return { instanceId: row.instanceId, name: row.instanceName, fileAuth: row.fileAuth, fileSharingId };
  const place = element.closest<HTMLElement>('[data-folder-id]');
  if (!place) return null;
  const id = place.dataset['folderId'] ?? '';
  return { instanceId: id === '' ? rootId : id, name: place.dataset['folderName'] ?? rootName, fileAuth: [], fileSharingId };
}
