import { Tooltip } from '@mantine/core';
import { X } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { t } from '../../i18n/index.ts';
import { panelRoom } from '../../ui/panel-room.ts';
import { useStore } from '../../ui/store.ts';
import styles from './SelectionBar.module.css';

interface BarActionProps {
  label: string;
  refused?: string | undefined;
  danger?: boolean;
  onClick(): void;
  children: ReactNode;
}

/** One action of the bar; a refused one is disabled with the reason. */
export function BarAction({ label, refused, danger, onClick, children }: BarActionProps) {
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

interface ActionBarProps {
  label: string;
  /** Nothing shows while this is 0. */
  count: number;
  /** Beside the count. */
  size?: string | undefined;
  onClear(): void;
  children: ReactNode;
}

/** The actions on all selected rows, above the end of the list. */
export function ActionBar({ label, count, size, onClear, children }: ActionBarProps) {
  const bar = useLifted(count > 0);
  if (count === 0) return null;
  return (
    <div ref={bar} className={styles.bar} role="toolbar" aria-label={label}>
      <span className={styles.barCount}>{t('files.selected', { n: count })}</span>
      {size !== undefined && <span className={styles.barSize}>{size}</span>}
      <span className={styles.barLine} />
      {children}
      <span className={styles.barLine} />
      <Tooltip label={t('files.clearSelection')}>
        <button type="button" className={styles.barClear} aria-label={t('files.clearSelection')} onClick={onClear}>
          <X size={16} strokeWidth={1.75} aria-hidden />
        </button>
      </Tooltip>
    </div>
  );
}
