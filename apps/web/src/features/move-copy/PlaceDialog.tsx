import type { Instance, PlacingKind } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { FolderPicker } from './FolderPicker.tsx';
import { placeInto } from './move-copy-actions.ts';

export interface PlaceRequest {
  kind: PlacingKind;
  items: readonly Instance[];
}

/** Picks the target folder, then moves or copies. */
export default function PlaceDialog({ kind, items, onClose, onPlaced }: PlaceRequest & { onClose(): void; onPlaced(): void }) {
  const [first] = items;
  const name = items.length === 1 ? (first?.instanceName ?? '') : t('files.selected', { n: items.length });
  return (
    <FolderPicker
      title={t(kind === 'move' ? 'moveCopy.moveTitle' : 'moveCopy.copyTitle', { name })}
      confirmLabel={(folder) => t(kind === 'move' ? 'moveCopy.moveHere' : 'moveCopy.copyHere', { name: folder })}
      excluded={new Set(items.map((item) => item.instanceId))}
      refused={(folder) =>
        kind === 'move' && items.every((item) => item.parentId === folder.instanceId) ? t('moveCopy.alreadyThere') : undefined
      }
      onPick={(folder) => {
        onClose();
        void placeInto(kind, items, folder).then((went) => {
          if (went) onPlaced();
        });
      }}
      onClose={onClose}
    />
  );
}
