import { Copy, Download, FolderInput, Link2, Star, StarOff, Trash2, UserPlus } from 'lucide-react';
import type { Instance, PlacingKind } from '@alcove/contract';
import { openLinksOf } from '../../features/links/link-dialogs.ts';
import { formatSize, t } from '../../i18n/index.ts';
import { collectRefusal, downloadRefusal, linkRefusal, refusal, shareRefusal } from '../../items/may.ts';
import { ActionBar, BarAction } from './ActionBar.tsx';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface SelectionBarProps {
  items: readonly Instance[];
  offline: boolean;
  onDownload(): void;
  onShare(): void;
  onCollect(): void;
  onPlace(kind: PlacingKind): void;
  onRemove(): void;
  onClear(): void;
}

/** The actions on all selected items; an action that one of them forbids is disabled with the reason. */
export function SelectionBar({ items, offline, onDownload, onShare, onCollect, onPlace, onRemove, onClear }: SelectionBarProps) {
  const starred = items.every(({ collected }) => collected);
  const bytes = items.reduce((sum, item) => sum + item.fileSize, 0);
  const [first] = items;
  return (
    <ActionBar label={t('files.selectionBar')} count={items.length} size={bytes > 0 ? formatSize(bytes) : undefined} onClear={onClear}>
      <BarAction label={t('files.download')} refused={downloadRefusal(items, offline)} onClick={onDownload}>
        <Download {...icon} />
      </BarAction>
      <BarAction label={t('sharing.share')} refused={shareRefusal(items, offline)} onClick={onShare}>
        <UserPlus {...icon} />
      </BarAction>
      {first && (
        <BarAction label={t('links.entry')} refused={linkRefusal(items, offline)} onClick={() => openLinksOf(first)}>
          <Link2 {...icon} />
        </BarAction>
      )}
      <BarAction
        label={starred ? t('favourites.remove') : t('favourites.add')}
        refused={collectRefusal(items, offline)}
        onClick={onCollect}
      >
        {starred ? <StarOff {...icon} /> : <Star {...icon} />}
      </BarAction>
      <BarAction label={t('moveCopy.moveTo')} refused={refusal(items, 'move', offline)} onClick={() => onPlace('move')}>
        <FolderInput {...icon} />
      </BarAction>
      <BarAction label={t('moveCopy.copyTo')} refused={refusal(items, 'copy', offline)} onClick={() => onPlace('copy')}>
        <Copy {...icon} />
      </BarAction>
      <BarAction label={t('files.remove')} danger refused={refusal(items, 'delete', offline)} onClick={onRemove}>
        <Trash2 {...icon} />
      </BarAction>
    </ActionBar>
  );
}
