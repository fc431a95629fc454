import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, type CSSProperties } from 'react';
import { t } from '../../i18n/index.ts';
import { InHead } from './head-slot.tsx';
import { parseTable } from './parse-table.ts';
import previewStyles from './preview.module.css';
import styles from './table.module.css';
import textStyles from './text.module.css';

const rowHeight = 32;
const numberWidth = 64;

/** A CSV file as a table, virtualized in both directions. */
export default function TableView({ text, fileName, cut }: { text: string; fileName: string; cut: boolean }) {
  const { header, rows, columns } = useMemo(() => parseTable(text, fileName, cut), [text, fileName, cut]);
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its functions are only called while rendering
  const down = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollMargin: rowHeight,
    overscan: 12,
  });
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => columns[at]!.width,
    scrollMargin: numberWidth,
    overscan: 4,
  });
  const shown = across.getVirtualItems();
  const width = numberWidth + across.getTotalSize();
  const place = (item: { start: number; size: number }): CSSProperties => ({ left: item.start, width: item.size });
  return (
    <>
      <InHead>
        <span className={previewStyles.facts} role="status">
          {t(cut ? 'preview.firstRows' : 'preview.rows', { rows: rows.length, columns: columns.length })}
        </span>
      </InHead>
      <div ref={scroller} className={textStyles.paper} tabIndex={0} data-under-bar data-table>
        <div
          className={styles.grid}
          role="table"
          aria-label={fileName}
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length}
          style={{ width, height: rowHeight + down.getTotalSize() }}
        >
          <div className={styles.gridHead} role="row" aria-rowindex={1} style={{ width }}>
            <span className={styles.gridNumber} aria-hidden />
            {shown.map((column) => (
              <span
                key={column.key}
                role="columnheader"
                aria-colindex={column.index + 1}
                className={styles.gridCell}
                data-numeric={columns[column.index]!.numeric || undefined}
                title={header[column.index]}
                style={place(column)}
              >
                {header[column.index]}
              </span>
            ))}
          </div>
          {down.getVirtualItems().map((row) => (
            <div key={row.key} role="row" aria-rowindex={row.index + 2} className={styles.gridRow} style={{ top: row.start, width }}>
              <span className={styles.gridNumber} aria-hidden>
                {row.index + 1}
              </span>
              {shown.map((column) => (
                <span
                  key={column.key}
                  role="cell"
                  aria-colindex={column.index + 1}
                  className={styles.gridCell}
                  data-numeric={columns[column.index]!.numeric || undefined}
                  title={rows[row.index]![column.index]}
                  style={place(column)}
                >
                  {rows[row.index]![column.index]}
                </span>
              ))}
            </div>
          ))}
        </div>
      </div>
    </>
  );
}
