/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are drawn out of order and in CSS grids: a <table> cannot be one */
import { Checkbox } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { t } from '../../i18n/index.ts';
import { Tick } from '../chip/Tick.tsx';
import type { Column, ColumnChoice, MenuEntry, MenuPlace, Sort } from './table-types.ts';
import styles from './data-table.module.css';

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  selectable: boolean;
  state: 'none' | 'some' | 'all';
  onAll(select: boolean): void;
  /** Opens the column menu. */
  onMenu?(place: MenuPlace): void;
}

/** One menu entry for each optional column. */
export const columnEntries = <Row,>(
  columns: readonly Column<Row>[],
  shown: readonly Column<Row>[],
  choice: ColumnChoice | undefined,
): MenuEntry[] =>
  columns
    .filter((column) => !column.primary)
    .map((column) => {
      const on = shown.includes(column);
      return { id: column.id, label: column.title, icon: <Tick on={on} />, onClick: () => choice?.onChoose(column.id, !on) };
    });

export function TableHead<Row>({ columns, sort, onSort, selectable, state, onAll, onMenu }: TableHeadProps<Row>) {
  return (
    <div
      className={styles.head}
      role="row"
      aria-rowindex={1}
      onContextMenu={
        onMenu &&
        ((event) => {
          event.preventDefault();
          onMenu({ x: event.clientX, y: event.clientY });
        })
      }
    >
      {selectable && (
        <span className={styles.check} role="columnheader">
          <Checkbox
            checked={state === 'all'}
            indeterminate={state === 'some'}
            aria-label={t('files.selectAll')}
            onChange={() => onAll(state !== 'all')}
          />
        </span>
      )}
      {columns.map((column) => {
        const sorted = sort?.field === column.id ? sort.order : undefined;
        const label =
          sorted === 'asc'
            ? t('files.sortAscending', { column: column.title })
            : sorted === 'desc'
              ? t('files.sortDescending', { column: column.title })
              : column.title;
        return (
          <span
            key={column.id}
            role="columnheader"
            className={styles.headCell}
            data-align={column.align}
            aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
          >
            {column.sortable && onSort ? (
              <button
                type="button"
                className={styles.sort}
                data-sorted={sorted ? true : undefined}
                aria-label={label}
                onClick={() => onSort({ field: column.id, order: sorted === 'asc' ? 'desc' : 'asc' })}
              >
                {column.title}
                {sorted === 'asc' && <ArrowUp size={12} strokeWidth={2.2} aria-hidden />}
                {sorted === 'desc' && <ArrowDown size={12} strokeWidth={2.2} aria-hidden />}
              </button>
            ) : (
              column.title
            )}
          </span>
        );
      })}
    </div>
  );
}
