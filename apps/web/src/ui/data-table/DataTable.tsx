/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are drawn out of order and in CSS grids: a <table> cannot be one */
import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Plus, Trash2 } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import { t } from '../../i18n/index.ts';
import { toast } from '../toast/toast.ts';
import { usePhone } from '../use-media.ts';
import { RowMenu } from './RowMenu.tsx';
import { all, banded, cleared, clicked, headState, nothing, pointedAt, ticked, type Keeps, type Selection } from './selection.ts';
import { TableFoot } from './TableFoot.tsx';
import { columnEntries, TableHead } from './TableHead.tsx';
import { TableRow, type RowEvents } from './TableRow.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';
import type { Column, ColumnChoice, MenuEntry, MenuPlace, PhoneRow, Sort, TablePage } from './table-types.ts';
import { useList, type ListKeyEvent } from './use-list.ts';
import { useLongPress } from './use-long-press.ts';
import { useMarquee } from './use-marquee.ts';
import { useWidth } from './use-size.ts';
import styles from './data-table.module.css';

export interface DataTableProps<Row> {
  label: string;
  rows: readonly Row[];
  rowId(row: Row): string;
  /** The accessible name of the row's checkbox. */
  rowName(row: Row): string;
  columns: readonly Column<Row>[];
  status?: 'loading' | 'error' | 'ready';
  error?: ReactNode;
  empty: ReactNode;
  sort?: Sort | undefined;
  onSort?(sort: Sort): void;
  /** Shows checkboxes and allows selection. The table keeps the selection itself when `onSelection` is missing. */
  selectable?: boolean;
  selection?: Selection;
  onSelection?(next: Selection): void;
  keeps?: Keeps;
  page?: TablePage;
  /** Shown beside the pages; defaults to the total count. */
  counts?: ReactNode;
  /** A button above the table. */
  add?: { label?: string; onAdd(): void };
  /** A button above the table; it warns when nothing is selected. The Delete key does the same. */
  onBulkDelete?(rows: Row[]): void;
  /** The warning when nothing is selected; defaults to one about files. */
  selectFirst?: string;
  /** Hides the bulk-delete button on screens that have their own selection bar. */
  ownTools?: boolean;
  entries?(row: Row): readonly MenuEntry[];
  /** Lets people choose columns, in a menu on the table head. */
  columnChoice?: ColumnChoice;
  /** The context menu of the list's empty space. */
  spaceEntries?(): readonly MenuEntry[];
  onOpen?(row: Row): void;
  onRename?(row: Row): void;
  onUp?(): void;
  onOtherKey?(event: ListKeyEvent): void;
  /** As in `useList`. */
  held?: RefObject<boolean>;
  /** The row shown in the drawer, or the row under a dragged file. */
  currentId?: string | null;
  targetId?: string | null;
  phone?(row: Row): PhoneRow;
  /** Rows of two lines. */
  roomy?: boolean;
  /** Changes when cells must rerender although their rows did not change. */
  version?: unknown;
  skeletonRows?: number;
}

const rowHeight = 40;
const roomyHeight = 52;
const phoneHeight = 60;
/** Below this count, plain rows are faster and the browser's find-in-page reaches every row. */
const virtualFrom = 60;

const menuLabels = { row: 'files.rowMenu', space: 'files.spaceMenu', columns: 'files.columnMenu' } as const;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, rowId, rowName, status = 'ready', selectable = false, entries, onOpen, page } = props;
  const phone = usePhone() && props.phone !== undefined;
  const height = phone ? phoneHeight : props.roomy ? roomyHeight : rowHeight;
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const { columnChoice } = props;
  const columns = useMemo(
    () => props.columns.filter((column) => columnChoice?.chosen[column.id] ?? (!column.needs || width === 0 || width >= column.needs)),
    [props.columns, columnChoice, width],
  );
  const tracks = `${selectable ? '36px ' : ''}${columns.map((column) => column.width).join(' ')}`;
  const [own, setOwn] = useState<Selection>(nothing);
  const selection = props.selection ?? own;
  const onSelection = props.onSelection ?? setOwn;
  const [menu, setMenu] = useState<{ place: MenuPlace; of: 'row'; row: Row } | { place: MenuPlace; of: 'space' | 'columns' } | null>(null);
  const order = useMemo(() => rows.map(rowId), [rows, rowId]);
  const byId = useMemo(() => new Map(rows.map((row) => [rowId(row), row])), [rows, rowId]);
  const virtual = rows.length > virtualFrom;
  // oxlint-disable-next-line react/incompatible-library -- its functions are only called while rendering and in handlers
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    enabled: virtual,
  });

  // A new page starts at its top; a page that was only hidden keeps its scroll position.
  const pageNumber = page?.page;
  const shownPage = useRef(pageNumber);
  useEffect(() => {
    if (shownPage.current === pageNumber) return;
    shownPage.current = pageNumber;
    scroller.current?.scrollTo({ top: 0 });
  }, [pageNumber]);

  const latest = useRef({ selection, order, onSelection, onOpen, phone });
  // Runs before the list moves the focus, because the focus event reads it.
  useLayoutEffect(() => void (latest.current = { selection, order, onSelection, onOpen, phone }));
  const openMenu = useCallback(
    (row: Row, place: MenuPlace) => {
      const now = latest.current;
      if (!now.phone) now.onSelection(pointedAt(now.selection, rowId(row)));
      setMenu({ of: 'row', row, place });
    },
    [rowId],
  );
  const events = useMemo(
    (): RowEvents<Row> => ({
      click(row, event) {
        const now = latest.current;
        if (now.phone && now.selection.ids.size === 0) return now.onOpen?.(row);
        const modifiers = { range: event.shiftKey, toggle: event.ctrlKey || event.metaKey || now.phone };
        now.onSelection(clicked(now.selection, now.order, rowId(row), modifiers));
      },
      tick(row, range) {
        const now = latest.current;
        now.onSelection(ticked(now.selection, now.order, rowId(row), range));
      },
      open(row) {
        if (!latest.current.phone) latest.current.onOpen?.(row);
      },
      menu: openMenu,
      focus(row) {
        const now = latest.current;
        if (now.selection.focus !== rowId(row)) now.onSelection({ ...now.selection, focus: rowId(row), follow: false });
      },
    }),
    [rowId, openMenu],
  );

  const menuEntries = (): readonly MenuEntry[] => {
    switch (menu?.of) {
      case 'row':
        return entries?.(menu.row) ?? [];
      case 'space':
        return props.spaceEntries?.() ?? [];
      case 'columns':
        return columnEntries(props.columns, columns, columnChoice);
      case undefined:
        return [];
    }
  };
  const closeMenu = () => {
    setMenu(null);
    if (selection.focus !== null)
      scroller.current?.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(selection.focus)}"]`)?.focus({ preventScroll: true });
  };
  const chosen = () => order.filter((id) => selection.ids.has(id)).flatMap((id) => byId.get(id) ?? []);
  const bulkDelete = () => {
    if (selection.ids.size === 0) toast.warning(props.selectFirst ?? t('files.selectFirst'));
    else props.onBulkDelete?.(chosen());
  };
  const on = (run: ((row: Row) => void) | undefined) =>
    run &&
    ((id: string) => {
      const row = byId.get(id);
      if (row !== undefined) run(row);
    });
  const { onKeyDown, onFocus, onBlur, tabStop } = useList({
    held: props.held,
    keeps: props.keeps,
    scroller,
    order,
    selection,
    onSelection,
    reveal: (id) => {
      if (virtual) virtualizer.scrollToIndex(order.indexOf(id));
    },
    ...(onOpen && { onOpen: on(onOpen)! }),
    ...(props.onRename && { onRename: on(props.onRename)! }),
    ...(props.onBulkDelete && { onRemove: bulkDelete }),
    ...(props.onUp && { onUp: props.onUp }),
    ...(props.onOtherKey && { onOtherKey: props.onOtherKey }),
    onMenu: (place, id) => {
      const row = byId.get(id);
      if (row !== undefined && entries) openMenu(row, place);
    },
  });
  const longPress = useLongPress((id) => {
    const row = byId.get(id);
    if (phone && selectable && row !== undefined) events.tick(row, false);
  });
  const base = useRef(nothing);
  const body = useRef<HTMLDivElement>(null);
  const band = useMarquee({
    scroller,
    enabled: selectable && !phone && rows.length > 0,
    onStart: () => {
      base.current = selection;
      scroller.current?.focus();
    },
    onBand: (area, add) => {
      const above = body.current?.offsetTop ?? 0;
      const first = Math.max(0, Math.floor((area.top - above) / height));
      const last = Math.min(order.length - 1, Math.floor((area.top + area.height - above) / height));
      onSelection(banded(base.current, last < first ? [] : order.slice(first, last + 1), add));
    },
  });

  const drawn = (row: Row, index: number, style?: CSSProperties) => {
    const id = order[index] ?? '';
    return (
      <TableRow
        key={id}
        row={row}
        id={id}
        index={index}
        name={rowName(row)}
        columns={columns}
        events={events}
        selectable={selectable}
        selected={selection.ids.has(id)}
        current={props.currentId === id}
        target={props.targetId === id}
        tabStop={tabStop === id}
        entries={entries}
        phone={phone ? props.phone : undefined}
        style={style}
        version={props.version}
      />
    );
  };
  const empty = status === 'ready' && rows.length === 0;
  return (
    <div className={styles.table}>
      {!props.ownTools && (props.add || props.onBulkDelete) && (
        <div className={styles.tools}>
          {props.add && (
            <Button leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />} onClick={props.add.onAdd}>
              {props.add.label ?? t('files.add')}
            </Button>
          )}
          {props.onBulkDelete && (
            <Button variant="default" color="red" leftSection={<Trash2 size={16} strokeWidth={1.75} aria-hidden />} onClick={bulkDelete}>
              {t('files.bulkRemove')}
            </Button>
          )}
        </div>
      )}
      <div
        ref={scroller}
        className={styles.scroller}
        role="grid"
        aria-label={props.label}
        aria-multiselectable={selectable || undefined}
        aria-rowcount={page?.total ?? rows.length}
        aria-busy={status === 'loading' || undefined}
        tabIndex={-1}
        data-any={selection.ids.size > 0 || undefined}
        data-plain={!selectable || undefined}
        style={{ '--tracks': tracks } as CSSProperties}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
        {...longPress}
        onClick={(event) => {
          if (event.target === event.currentTarget || event.target === body.current) onSelection(cleared(selection));
        }}
        onContextMenu={(event) => {
          if (
            phone ||
            !props.spaceEntries ||
            !(event.target instanceof Element) ||
            event.target.closest('[data-row-id], [role="columnheader"]')
          )
            return;
          event.preventDefault();
          onSelection(cleared(selection));
          setMenu({ of: 'space', place: { x: event.clientX, y: event.clientY } });
        }}
      >
        {!phone && (
          <TableHead
            columns={columns}
            sort={props.sort}
            onSort={props.onSort}
            selectable={selectable}
            state={headState(selection, order)}
            onAll={(select) => onSelection(select ? all(selection, order) : cleared(selection))}
            {...(columnChoice && { onMenu: (place: MenuPlace) => setMenu({ of: 'columns', place }) })}
          />
        )}
        {/* A grid may contain only rows, so each placeholder is a row. */}
        {status === 'loading' && (
          <div className={styles.standIn} role="row">
            <div className={styles.standIn} role="gridcell">
              <TableSkeleton rows={props.skeletonRows ?? 14} phone={phone} label={t('common.loading')} />
            </div>
          </div>
        )}
        {(status === 'error' || empty) && (
          <div className={styles.state} role="row">
            <div className={styles.stateCell} role="gridcell">
              {status === 'error' ? props.error : props.empty}
            </div>
          </div>
        )}
        {status === 'ready' && rows.length > 0 && (
          <div
            ref={body}
            role="rowgroup"
            className={styles.body}
            data-roomy={props.roomy || undefined}
            style={virtual ? { height: virtualizer.getTotalSize() } : undefined}
          >
            {virtual
              ? virtualizer.getVirtualItems().map((item) => {
                  const row = rows[item.index];
                  return row === undefined ? null : drawn(row, item.index, { position: 'absolute', top: item.start, left: 0, right: 0 });
                })
              : rows.map((row, index) => drawn(row, index))}
          </div>
        )}
        {band && <span className={styles.band} style={band} />}
      </div>
      {page && status === 'ready' && rows.length > 0 && !(phone && page.total <= page.pageSize) && (
        <TableFoot page={page} counts={props.counts} compact={phone} />
      )}
      {(entries || props.spaceEntries || props.columnChoice) && (
        <RowMenu label={t(menuLabels[menu?.of ?? 'row'])} place={menu?.place ?? null} entries={menuEntries()} onClose={closeMenu} />
      )}
    </div>
  );
}
