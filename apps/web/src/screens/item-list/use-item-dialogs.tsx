import { lazy, Suspense, useState } from 'react';
import type { Instance } from '@alcove/contract';
import { usePhone } from '../../ui/use-media.ts';
import type { PlaceRequest } from '../../features/move-copy/PlaceDialog.tsx';
import { DetailsSheet } from '../../features/details/DetailsDrawer.tsx';

const ShareDialog = lazy(() => import('../../features/sharing/ShareDialog.tsx'));
const PlaceDialog = lazy(() => import('../../features/move-copy/PlaceDialog.tsx'));

interface ItemDialogs {
  /** The listed items. */
  items: readonly Instance[];
  onPlaced(): void;
}

/** The dialogs of any file list: sharing, the target of a move or copy, and on phones the details. */
export function useItemDialogs({ items, onPlaced }: ItemDialogs) {
  const phone = usePhone();
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
    share: setSharing,
    place: (kind: PlaceRequest['kind'], chosen: PlaceRequest['items']) => setPlacing({ kind, items: chosen }),
    detail: setDetailed,
  };
}
