import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import type { ItemSnapshot } from '@alcove/transfer';
import { t } from '../../i18n/index.ts';
import { TransferItem } from './TransferItem.tsx';
import styles from './transfer.module.css';

/** How many wait or run before each: only the first waiting items ask, so one pass is enough. */
function aheadOf(items: readonly ItemSnapshot[]): Map<string, number> {
  const ahead = new Map<string, number>();
  let before = items.filter(({ status }) => status === 'checking' || status === 'uploading').length;
  for (const item of items) if (item.status === 'ready') ahead.set(item.id, before++);
  return ahead;
}

/** Five hundred uploads scroll like five. */
export function UploadList({ items, touch }: { items: readonly ItemSnapshot[]; touch: boolean }) {
  const scroller = useRef<HTMLDivElement>(null);
  const ahead = useMemo(() => aheadOf(items), [items]);
  // oxlint-disable-next-line react/incompatible-library -- its functions are only called while drawing
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (touch ? 70 : 61),
    overscan: 6,
    getItemKey: (index) => items[index]?.id ?? index,
    measureElement: (element) => element.getBoundingClientRect().height,
  });
  if (items.length === 0) return <p className={styles.none}>{t('transfer.noUploads')}</p>;
  return (
    <div ref={scroller} className={styles.list}>
      <ul style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          return (
            item && (
              <li key={key} ref={virtualizer.measureElement} data-index={index} style={{ transform: `translateY(${start}px)` }}>
                <TransferItem item={item} ahead={ahead.get(item.id) ?? 0} touch={touch} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
