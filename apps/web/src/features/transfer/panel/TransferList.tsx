import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode } from 'react';
import styles from './TransferList.module.css';

interface TransferListProps<Item> {
  items: readonly Item[];
  touch: boolean;
  children(item: Item): ReactNode;
  /** Scrolls along, after the last one. */
  below?: ReactNode;
}

/** Five hundred transfers scroll like five: only the rows in sight are drawn. */
export function TransferList<Item extends { readonly id: string }>({ items, touch, children, below }: TransferListProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its functions are only called while drawing
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (touch ? 70 : 61),
    overscan: 3,
    getItemKey: (index) => items[index]?.id ?? index,
  });
  return (
    <div ref={scroller} className={styles.list} data-touch={touch || undefined}>
      {items.length > 0 && (
        <ul style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const item = items[index];
            return (
              item && (
                <li key={key} style={{ transform: `translateY(${start}px)` }}>
                  {children(item)}
                </li>
              )
            );
          })}
        </ul>
      )}
      {below}
    </div>
  );
}
