import { useRef } from 'react';
import type { Instance } from '@alcove/contract';
import { cleared, type Selection } from '../../ui/data-table/selection.ts';
import { dismissToast, toast } from '../../ui/toast/toast.ts';
import { useRowDrag } from '../../ui/use-row-drag.ts';
import { clipboard } from '../../features/move-copy/clipboard.ts';
import { dropPlace } from '../../features/move-copy/drop-place.ts';
import { placeInto } from '../../features/move-copy/move-copy-actions.ts';
import type { PickedFolder } from '../../features/move-copy/picker-roots.ts';
import { keepChosen } from '../item-list/chosen-actions.ts';
import { refusal } from '../../items/may.ts';
import type { OpenFolder } from './use-folder.ts';

interface FileMoving {
  rootId: string;
  rootName: string;
  open: OpenFolder;
  selection: Selection;
  selected: readonly Instance[];
  onSelection(next: Selection): void;
  /** Why nothing can be added to the open folder, or undefined. */
  refused: string | undefined;
  offline: boolean;
}

/** Moving without a dialog: drag and drop onto folders, and cut, copy and paste within this page. */
export function useFileMoving({ rootId, rootName, open, selection, selected, onSelection, refused, offline }: FileMoving) {
  const { folderId, folder, title, items, fileSharingId } = open;
  const moveTo = async (chosen: readonly Instance[], target: PickedFolder) => {
    const not = refusal(chosen, 'move', offline);
    if (not) toast.warning(not);
    else if (await placeInto('move', chosen, target)) onSelection(cleared(selection));
  };
  useRowDrag({
    rows: '[data-row-id]',
    items: ({ dataset: { rowId = '' } }) => (selection.ids.has(rowId) ? selected : items.filter((item) => item.instanceId === rowId)),
    textOf: (item) => item.instanceName,
    targets: '[data-row-id], [data-folder-id]',
    target: (element) => dropPlace(element, items, rootId, rootName, fileSharingId),
    accepts: (chosen, target) =>
      chosen.every((item) => item.instanceId !== target.instanceId) && chosen.some((item) => item.parentId !== target.instanceId),
    onDrop: (chosen, target) => void moveTo(chosen, target),
  });
  /** The id of the toast about the copied or cut items; pasting dismisses it. */
  const said = useRef(0);
  const keep = (kind: 'move' | 'copy') => {
    const chosen = selected.length > 0 ? selected : items.filter((item) => item.instanceId === selection.focus);
    said.current = keepChosen(kind, chosen, offline) ?? said.current;
  };
  const paste = async () => {
    const kept = clipboard.read();
    if (!kept) return;
    if (refused) return void toast.warning(refused);
    dismissToast(said.current);
    const went = await placeInto(kept.kind, kept.items, {
      instanceId: folderId,
      name: title,
      fileAuth: folder?.fileAuth ?? [],
      fileSharingId,
    });
    if (went && kept.kind === 'move') clipboard.clear();
  };
  return { keep, paste, holds: () => clipboard.read() !== null };
}
