import { useState } from 'react';
import type { Instance } from '@alcove/contract';
import { NewFolderDialog } from '../../items/NewFolderDialog.tsx';
import type { OpenFolder } from './use-folder.ts';
import { useItemDialogs } from '../item-list/use-item-dialogs.tsx';

interface FileDialogs {
  open: OpenFolder;
  /** The names of all items in the folder. */
  names: readonly string[];
  onCreated(made: Instance): void;
  onPlaced(): void;
}

/** The dialogs of a folder: those of any file list, and the new folder dialog. */
export function useFileDialogs({ open: { folderId, fileSharingId, items }, names, onCreated, onPlaced }: FileDialogs) {
  const [creating, setCreating] = useState(false);
  const ofItems = useItemDialogs({ items, onPlaced });
  const dialogs = (
    <>
      {ofItems.dialogs}
      <NewFolderDialog
        opened={creating}
        parentId={folderId}
        fileSharingId={fileSharingId}
        others={names}
        onClose={() => setCreating(false)}
        onCreated={onCreated}
      />
    </>
  );
  return { ...ofItems, dialogs, create: () => setCreating(true) };
}
