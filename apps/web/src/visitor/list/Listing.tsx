import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { LinkInstance } from '@alcove/contract';
import { t, type PlainKey } from '../../i18n/index.ts';
import { go, type Place, type SortField } from '../link/place.ts';
import { toggled, withAll, type Chosen } from './choosing.ts';
import type { FolderList, Listing as Rows } from './folder-list.ts';
import { GridTile } from './GridTile.tsx';
import { Box, ListRow, type ItemProps } from './ListRow.tsx';
import { useColumns } from './use-columns.ts';
import { nextActive } from './use-list-keys.ts';
import { useScrolled, useWindow } from './use-window.ts';
import styles from './List.module.css';

const heights = { desk: 52, phone: 60, tiles: 204 };

export interface ListingProps {
  list: FolderList;
  rows: Rows;
  place: Place;
  view: 'list' | 'grid';
  phone: boolean;
  /** The phone shows boxes. */
  boxes: boolean;
  scroller: RefObject<HTMLElement | null>;
  chosen: Chosen;
  /** What is selected, from what is selected when it is called: rows may have been loaded first. */
  onChosen(change: (chosen: Chosen) => Chosen): void;
  onAll(): void;
  onOpen(item: LinkInstance): void;
  onDownload(item: LinkInstance): void;
  onSave: ((item: LinkInstance) => void) | undefined;
  /** Where a search result lies. */
  placeOf(item: LinkInstance): string | undefined;
}

/** The rows or tiles of a place, of which only those in the window are drawn. Arrows move, Space selects, Enter opens. */
export function Listing(props: ListingProps) {
  const { list, rows, view, phone, scroller, chosen, onChosen, onOpen } = props;
  const canvas = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const columns = useColumns(canvas, view === 'grid');
  const total = rows.total ?? 0;
  const rowHeight = view === 'grid' ? heights.tiles : phone ? heights.phone : heights.desk;
  const lines = Math.ceil(total / columns);
  const { from, to } = useWindow(canvas, rowHeight, lines);
  const [first, last] = [from * columns, Math.min(total, to * columns)];
  useScrolled(scroller, list);
  useEffect(() => list.want(first, last), [list, first, last]);
  const [active, setActive] = useState(0);
  const anchor = useRef(0);
  const toFocus = useRef(false);
  useLayoutEffect(() => {
    if (!toFocus.current || !grid.current) return;
    const row = grid.current.querySelector<HTMLElement>(`[data-index="${active}"]`);
    // The focus may have gone elsewhere meanwhile: then it stays there. The grid hears the keys while the row is on its way.
    const isHere = grid.current.contains(document.activeElement);
    toFocus.current = isHere && !row;
    if (isHere) (row ?? grid.current).focus({ preventScroll: true });
  });
  const reveal = (index: number): void => {
    const [box, around] = [canvas.current, scroller.current];
    if (!box || !around) return;
    const line = Math.floor(index / columns);
    const top = box.getBoundingClientRect().top + line * rowHeight;
    const { top: upper, bottom } = around.getBoundingClientRect();
    const covered = view === 'list' && !phone ? 40 : 0;
    if (top < upper + covered) around.scrollTop -= upper + covered - top;
    else if (top + rowHeight > bottom) around.scrollTop += top + rowHeight - bottom;
  };
  const extend = (from: number, to: number): void => {
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    void list.range(low, high + 1).then((items) => onChosen((now) => withAll(now, items)), list.retry);
  };
  /** `whole`: with everything from the item that was selected last. */
  const pick = (item: LinkInstance, index: number, whole: boolean): void => {
    if (whole) return extend(anchor.current, index);
    anchor.current = index;
    onChosen((now) => toggled(now, item));
  };
  const choose = (item: LinkInstance, index: number, whole: boolean): void => {
    setActive(index);
    pick(item, index, whole);
  };
  /** The row may be on its way. */
  const chooseActive = (whole: boolean): void => {
    const item = rows.at(active);
    if (item) return pick(item, active, whole);
    void list.range(active, active + 1).then(([late]) => late && pick(late, active, whole), list.retry);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.target instanceof Element && event.target.closest('[role="menu"], [aria-haspopup], [role="columnheader"]')) return;
    const item = rows.at(active);
    const perPage = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1) * columns;
    const next = event.ctrlKey || event.altKey || event.metaKey ? null : nextActive(event.key, active, total, columns, perPage);
    if (next !== null) {
      if (event.shiftKey) extend(active, next);
      setActive(next);
      reveal(next);
      toFocus.current = true;
    } else if (event.key === ' ') chooseActive(event.shiftKey);
    else if (event.key === 'Enter' && item) onOpen(item);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const itemProps = (item: LinkInstance, index: number): ItemProps => ({
    item,
    index,
    chosen: chosen.has(item.instanceId),
    active: index === Math.min(active, total - 1),
    phone,
    boxes: props.boxes,
    found: props.placeOf(item),
    onOpen: () => {
      setActive(index);
      onOpen(item);
    },
    onChoose: (whole) => choose(item, index, whole),
    onDownload: () => props.onDownload(item),
    onSave: props.onSave && (() => props.onSave?.(item)),
  });
  const drawn = Array.from({ length: Math.max(0, to - from) }, (_, line) => from + line);
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={t('files.listLabel')}
      aria-multiselectable
      aria-rowcount={rows.more ? -1 : lines + 1}
      aria-colcount={view === 'grid' ? columns : undefined}
      tabIndex={-1}
      className={styles.grid}
      data-view={view}
      data-boxes={props.boxes || undefined}
      onKeyDown={key}
    >
      {view === 'list' && !phone && <Head {...props} />}
      <div ref={canvas} role="rowgroup" className={styles.canvas} style={{ height: lines * rowHeight }}>
        {drawn.map((line) =>
          view === 'list' ? (
            <div key={line} role="presentation" className={styles.line} style={{ top: line * rowHeight, height: rowHeight }}>
              {drawRow(rows.at(line), line)}
            </div>
          ) : (
            <div
              key={line}
              role="row"
              aria-rowindex={line + 2}
              className={styles.tiles}
              style={{ top: line * rowHeight, height: rowHeight, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
            >
              {Array.from({ length: Math.min(columns, total - line * columns) }, (_, column) => drawTile(line * columns + column))}
            </div>
          ),
        )}
      </div>
    </div>
  );

  function drawRow(item: LinkInstance | undefined, index: number) {
    return item ? <ListRow {...itemProps(item, index)} /> : <SkeletonRow />;
  }
  function drawTile(index: number) {
    const item = rows.at(index);
    return item ? (
      <GridTile key={index} {...itemProps(item, index)} />
    ) : (
      <div key={index} role="gridcell" className={styles.tile} aria-hidden />
    );
  }
}

/** A row that has not arrived, in the form of a row. */
export function SkeletonRow() {
  return (
    <div className={styles.skeleton} aria-hidden>
      <span className={styles.bone} data-of="mark" />
      <span className={styles.bone} data-of="name" />
    </div>
  );
}

const heads: readonly { field: SortField; label: PlainKey }[] = [
  { field: 'instanceName', label: 'files.name' },
  { field: 'updateTime', label: 'files.updated' },
  { field: 'fileSize', label: 'files.size' },
];

function Head({ rows, place: { sortField, sortOrder }, chosen, onAll }: ListingProps) {
  const state = chosen.size === 0 ? false : chosen.size >= (rows.total ?? 0) ? true : 'mixed';
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      <span role="columnheader" className={styles.boxCell}>
        <Box checked={state} label={t('visitor.selectAll')} focusable onClick={onAll} />
      </span>
      {heads.map(({ field, label }) => {
        const current = field === sortField;
        const Arrow = sortOrder === 'asc' ? ArrowUp : ArrowDown;
        return (
          <span
            key={field}
            role="columnheader"
            aria-sort={current ? (sortOrder === 'asc' ? 'ascending' : 'descending') : undefined}
            className={field === 'fileSize' ? styles.size : styles.fact}
          >
            <button
              type="button"
              className={styles.sort}
              onClick={() => go(sortedBy(field, current && sortOrder === 'asc'), { replace: true })}
            >
              {t(label)}
              {current && <Arrow size={13} strokeWidth={1.75} aria-hidden />}
            </button>
          </span>
        );
      })}
      <span role="columnheader">
        <span className={styles.unseen}>{t('files.more')}</span>
      </span>
    </div>
  );
}

/** A second click on the same column turns the order around. */
export const sortedBy = (sortField: SortField, turn: boolean): Pick<Place, 'sortField' | 'sortOrder'> => ({
  sortField,
  sortOrder: turn ? 'desc' : 'asc',
});
