import type { ReactNode } from 'react';

export interface Sort<Field extends string = string> {
  field: Field;
  order: 'asc' | 'desc';
}

export interface Column<Row> {
  /** Also the sort field, when the column is sortable. */
  id: string;
  title: string;
  /** A CSS grid track: `minmax(0, 1fr)`, `132px`. */
  width: string;
  align?: 'end';
  sortable?: boolean;
  /** The cell with the row's name, followed by the hover actions. Exactly one column has it. */
  primary?: boolean;
  /** The column is hidden while the list is narrower than this, in pixels. */
  needs?: number;
  cell(row: Row): ReactNode;
}

/** A person's own choice of columns; columns without a choice follow the width. The primary column is always shown. */
export interface ColumnChoice {
  chosen: Readonly<Record<string, boolean>>;
  onChoose(id: string, shown: boolean): void;
}

/** One entry of a row menu; the `quick` ones are also hover actions. */
export interface MenuEntry {
  id: string;
  label: string;
  icon: ReactNode;
  onClick(): void;
  /** Why the action is not possible now: the entry is disabled and shows this reason. */
  refused?: string | undefined;
  quick?: boolean;
  danger?: boolean;
  /** Draws a divider above the entry. */
  divided?: boolean;
  keys?: string;
}

export interface TablePage {
  page: number;
  pageSize: number;
  total: number;
  /** There are more than `total`. */
  more: boolean;
  onPage(page: number): void;
  onPageSize(size: number): void;
}

/** The two-line row that replaces the columns on a phone. */
export interface PhoneRow {
  icon: ReactNode;
  name: ReactNode;
  facts: ReactNode;
}

/** Where the menu opens: at the pointer, or at the row for Shift+F10. */
export interface MenuPlace {
  x: number;
  y: number;
}
