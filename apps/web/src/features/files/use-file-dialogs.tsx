import { lazy, Suspense, useState } from 'react';
import type { Instance } from '@alcove/contract';
import { usePhone } from '../../ui/use-media.ts';
import type { PlaceRequest } from '../moving/PlaceDialog.tsx';
import { DetailsSheet } from './DetailsDrawer.tsx';
import { NewFolderDialog } from './NewFolderDialog.tsx';
import type { OpenFolder } from './use-folder.ts';

const ShareDialog = lazy(() => import('../sharing/ShareDialog.tsx'));
const PlaceDialog = lazy(() => import('../moving/PlaceDialog.tsx'));

interface FileDialogs {
  open: OpenFolder;
  /** Of everything in the folder. */
  names: readonly string[];
  onCreated(made: Instance): void;
  onPlaced(): void;
}

/** What opens over a folder: a new folder, who has a share, where to move or copy, and on phones the details. */
export function useFileDialogs({ open: { folderId, fileSharingId, items }, names, onCreated, onPlaced }: FileDialogs) {
  const phone = usePhone();
  const [creating, setCreating] = useState(false);
  const [sharing, setSharing] = useState<readonly Instance[]>([]);
  const [placing, setPlacing] = useState<PlaceRequest | null>(null);
  const [detailed, setDetailed] = useState<Instance | null>(null);
  const dialogs = (
    <>
      <DetailsSheet
        item={phone && detailed ? (items.find((item) => item.instanceId === detailed.instanceId) ?? detailed) : null}
        onClose={() => setDetailed(null)}
        onShare={(item) => setSharing([item])}
      />
      <NewFolderDialog
        opened={creating}
        parentId={folderId}
        fileSharingId={fileSharingId}
        others={names}
        onClose={() => setCreating(false)}
        onCreated={onCreated}
      />
      {placing && (
        <Suspense>
          <PlaceDialog {...placing} onClose={() => setPlacing(null)} onPlaced={onPlaced} />
        </Suspense>
      )}
      {sharing.length > 0 && (
        <Suspense>
          <ShareDialog items={sharing} onClose={() => setSharing([])} />
        </Suspense>
      )}
    </>
  );
  return {
    dialogs,
    create: () => setCreating(true),
    share: setSharing,
    place: (kind: PlaceRequest['kind'], items: PlaceRequest['items']) => setPlacing({ kind, items }),
    detail: setDetailed,
  };
}
