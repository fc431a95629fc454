import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import styles from './VirtualRows.module.css';

interface VirtualRowsProps extends Omit<ComponentProps<'div'>, 'children'> {
  count: number;
  /** Pixels. */
  rowHeight: number;
  /** The row to keep in view; -1 for none. */
  active?: number;
  children(index: number): ReactNode;
}

/** A scrolling list with rows of one height, virtualized. */
export function VirtualRows({ count, rowHeight, active = -1, children, className, ...rest }: VirtualRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its functions are only called while rendering and in effects
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useEffect(() => {
    if (active >= 0) virtualizer.scrollToIndex(active);
  }, [virtualizer, active]);
  return (
    <div {...rest} ref={scroller} className={[styles.rows, className].filter(Boolean).join(' ')}>
      <div role="presentation" className={styles.canvas} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => (
          <div key={item.key} role="presentation" className={styles.place} style={{ height: rowHeight, top: item.start }}>
            {children(item.index)}
          </div>
        ))}
      </div>
    </div>
  );
}
