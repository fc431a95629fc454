/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are drawn out of order and in CSS grids: a <table> cannot be one */
import { ActionIcon, Checkbox, Tooltip } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { memo, type CSSProperties, type MouseEvent } from 'react';
import { t } from '../../i18n/index.ts';
import type { Column, MenuEntry, MenuPlace, PhoneRow } from './table-types.ts';
import styles from './data-table.module.css';

export interface RowEvents<Row> {
  click(row: Row, event: MouseEvent): void;
  tick(row: Row, range: boolean): void;
  open(row: Row): void;
  menu(row: Row, place: MenuPlace): void;
  focus(row: Row): void;
}

interface TableRowProps<Row> {
  row: Row;
  id: string;
  index: number;
  name: string;
  columns: readonly Column<Row>[];
  events: RowEvents<Row>;
  selected: boolean;
  current: boolean;
  target: boolean;
  tabStop: boolean;
  selectable: boolean;
  entries?: ((row: Row) => readonly MenuEntry[]) | undefined;
  phone?: ((row: Row) => PhoneRow) | undefined;
  style?: CSSProperties | undefined;
  /** Changes whenever cells must rerender although the row did not change. */
  version?: unknown;
}

/** A double click on a row's button presses it twice; it does not open the row. */
const keepDoubleClick = (event: MouseEvent): void => event.stopPropagation();

function QuickActions({ entries, onMore }: { entries: readonly MenuEntry[]; onMore(event: MouseEvent): void }) {
  return (
    <span className={styles.actions} onDoubleClick={keepDoubleClick}>
      {entries
        .filter((entry) => entry.quick)
        .map((entry) => (
          <Tooltip key={entry.id} label={entry.refused ?? entry.label}>
            <ActionIcon
              size="sm"
              tabIndex={-1}
              aria-label={entry.label}
              {...(entry.refused ? { 'aria-disabled': true, 'data-refused': true } : {})}
              onClick={(event) => {
                event.stopPropagation();
                if (!entry.refused) entry.onClick();
              }}
            >
              {entry.icon}
            </ActionIcon>
          </Tooltip>
        ))}
      <Tooltip label={t('files.more')}>
        <ActionIcon size="sm" tabIndex={-1} aria-label={t('files.more')} aria-haspopup="menu" onClick={onMore}>
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}

function Row<RowType>(props: TableRowProps<RowType>) {
  const { row, id, index, name, columns, events, selected, current, target, tabStop, selectable, entries, phone, style } = props;
  const more = (event: MouseEvent) => {
    event.stopPropagation();
    const box = event.currentTarget.getBoundingClientRect();
    events.menu(row, { x: box.left, y: box.bottom + 2 });
  };
  const shared = {
    role: 'row',
    'aria-rowindex': index + 2,
    'aria-selected': selectable ? selected : undefined,
    tabIndex: tabStop ? 0 : -1,
    style,
    'data-row-id': id,
    'data-selected': selected || undefined,
    'data-current': current || undefined,
    'data-target': target || undefined,
    onClick: (event: MouseEvent) => events.click(row, event),
    onDoubleClick: () => events.open(row),
    onFocus: () => events.focus(row),
    onContextMenu: (event: MouseEvent) => {
      if (!entries && !phone) return;
      event.preventDefault();
      // On a phone a long press selects (useLongPress); the menu has its own button.
      if (!phone) events.menu(row, { x: event.clientX, y: event.clientY });
    },
  } as const;
  if (phone) {
    const { icon, name: title, facts } = phone(row);
    return (
      <div {...shared} className={styles.phoneRow}>
        <span className={styles.phoneIcon} role="gridcell">
          {icon}
        </span>
        <span className={styles.phoneText} role="gridcell">
          <span className={styles.phoneName}>{title}</span>
          <span className={styles.phoneFacts}>{facts}</span>
        </span>
        {entries && (
          <span role="gridcell">
            <ActionIcon size="xl" aria-label={t('files.more')} aria-haspopup="menu" onClick={more} onDoubleClick={keepDoubleClick}>
              <Ellipsis size={18} strokeWidth={1.75} aria-hidden />
            </ActionIcon>
          </span>
        )}
      </div>
    );
  }
  return (
    <div {...shared} className={styles.row}>
      {selectable && (
        <span className={styles.check} role="gridcell">
          <Checkbox
            checked={selected}
            tabIndex={-1}
            aria-label={t('files.select', { name })}
            readOnly
            onClick={(event) => {
              event.stopPropagation();
              events.tick(row, event.shiftKey);
            }}
            onDoubleClick={keepDoubleClick}
          />
        </span>
      )}
      {columns.map((column) => (
        <span key={column.id} role="gridcell" className={column.primary ? styles.primary : styles.cell} data-align={column.align}>
          {column.cell(row)}
          {column.primary && entries && <QuickActions entries={entries(row)} onMore={more} />}
        </span>
      ))}
    </div>
  );
}

/** Memoized: selecting among thousands of rows rerenders only those that changed. */
export const TableRow = memo(Row) as typeof Row;
