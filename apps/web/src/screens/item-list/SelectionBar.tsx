import { Tooltip } from '@mantine/core';
import { Copy, Download, FolderInput, Star, StarOff, Trash2, UserPlus, X } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { Instance, PlacingKind } from '@alcove/contract';
import { formatSize, t } from '../../i18n/index.ts';
import { panelRoom } from '../../ui/panel-room.ts';
import { collectRefusal, downloadRefusal, refusal, shareRefusal } from '../../items/may.ts';
import { useStore } from '../../ui/store.ts';
import styles from './SelectionBar.module.css';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

function Action({
  label,
  refused,
  danger,
  onClick,
  children,
}: {
  label: string;
  refused?: string | undefined;
  danger?: boolean;
  onClick(): void;
  children: ReactNode;
}) {
  return (
    <Tooltip label={refused} disabled={!refused}>
      <button
        type="button"
        className={styles.barAction}
        data-danger={danger || undefined}
        aria-disabled={refused ? true : undefined}
        onClick={() => {
          if (!refused) onClick();
        }}
      >
        {children}
        <span>{label}</span>
      </button>
    </Tooltip>
  );
}

/** Places the bar above the transfer panel where the two would overlap. */
function useLifted(shown: boolean): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  const room = useStore(panelRoom);
  useLayoutEffect(() => {
    const list = bar.current?.offsetParent?.getBoundingClientRect();
    if (!shown || !bar.current || !list) return;
    const right = list.left + (list.width + bar.current.offsetWidth) / 2;
    bar.current.style.bottom = room && right > room.left - 8 ? `${list.bottom - room.top + 8}px` : '';
  }, [room, shown]);
  return bar;
}

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
  const bar = useLifted(items.length > 0);
  if (items.length === 0) return null;
  const starred = items.every(({ collected }) => collected);
  const bytes = items.reduce((sum, item) => sum + item.fileSize, 0);
  return (
    <div ref={bar} className={styles.bar} role="toolbar" aria-label={t('files.selectionBar')}>
      <span className={styles.barCount}>{t('files.selected', { n: items.length })}</span>
      {bytes > 0 && <span className={styles.barSize}>{formatSize(bytes)}</span>}
      <span className={styles.barLine} />
      <Action label={t('files.download')} refused={downloadRefusal(items, offline)} onClick={onDownload}>
        <Download {...icon} />
      </Action>
      <Action label={t('sharing.share')} refused={shareRefusal(items, offline)} onClick={onShare}>
        <UserPlus {...icon} />
      </Action>
      <Action label={starred ? t('favourites.remove') : t('favourites.add')} refused={collectRefusal(items, offline)} onClick={onCollect}>
        {starred ? <StarOff {...icon} /> : <Star {...icon} />}
      </Action>
      <Action label={t('moveCopy.moveTo')} refused={refusal(items, 'move', offline)} onClick={() => onPlace('move')}>
        <FolderInput {...icon} />
      </Action>
      <Action label={t('moveCopy.copyTo')} refused={refusal(items, 'copy', offline)} onClick={() => onPlace('copy')}>
        <Copy {...icon} />
      </Action>
      <Action label={t('files.remove')} danger refused={refusal(items, 'delete', offline)} onClick={onRemove}>
        <Trash2 {...icon} />
      </Action>
      <span className={styles.barLine} />
      <Tooltip label={t('files.clearSelection')}>
        <button type="button" className={styles.barClear} aria-label={t('files.clearSelection')} onClick={onClear}>
          <X {...icon} />
        </button>
      </Tooltip>
    </div>
  );
}
