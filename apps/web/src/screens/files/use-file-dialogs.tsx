import { useState } from 'react';
import type { Instance } from '@alcove/contract';
import { NewFolderDialog } from '../../items/NewFolderDialog.tsx';
import type { OpenFolder } from './use-folder.ts';
import { useItemDialogs } from '../item-list/use-item-dialogs.tsx';

interface FileDialogs {
  open: OpenFolder;
  /** Of everything in the folder. */
  names: readonly string[];
  onCreated(made: Instance): void;
  onPlaced(): void;
}

/** What opens over a folder: what opens over any list of files, and a new folder. */
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
