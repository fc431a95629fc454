import type { ReactNode } from 'react';

export interface Sort<Field extends string = string> {
  field: Field;
  order: 'asc' | 'desc';
}

export interface Column<Row> {
  /** Also the sort field, when the column sorts. */
  id: string;
  title: string;
  /** A CSS grid track: `minmax(0, 1fr)`, `132px`. */
  width: string;
  align?: 'end';
  sortable?: boolean;
  /** The cell that names the row; the hover actions end it. Exactly one. */
  primary?: boolean;
  /** Left out where the list is narrower than this, in pixels. */
  needs?: number;
  cell(row: Row): ReactNode;
}

/** A person's own choice of columns; what is not chosen follows the width. The primary column always stays. */
export interface ColumnChoice {
  chosen: Readonly<Record<string, boolean>>;
  onChoose(id: string, shown: boolean): void;
}

/** One entry of a row menu; the first `quick` ones are the hover actions too. */
export interface MenuEntry {
  id: string;
  label: string;
  icon: ReactNode;
  onClick(): void;
  /** Why it is not possible now: the entry stays, disabled, and says so. */
  refused?: string | undefined;
  quick?: boolean;
  danger?: boolean;
  /** A line above. */
  divided?: boolean;
  keys?: string;
}

export interface TablePage {
  page: number;
  pageSize: number;
  total: number;
  onPage(page: number): void;
  onPageSize(size: number): void;
}

/** What the two-line form on a phone shows instead of the columns. */
export interface PhoneRow {
  icon: ReactNode;
  name: ReactNode;
  facts: ReactNode;
}

/** Where the pointer, or for Shift+F10 the row, wants its menu. */
export interface MenuPlace {
  x: number;
  y: number;
}
