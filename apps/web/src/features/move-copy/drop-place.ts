import type { Instance } from '@alcove/contract';
import type { PickedFolder } from './picker-roots.ts';

/**
 * The folder that rows dropped on this element go to: a folder's row, or what carries `data-folder-id` (a step of the way, a branch of
 * the tree; the top says nothing there). Whether something may be put into it the server says; of a row it is known.
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
