export { DataTable } from './DataTable.tsx';
export type { DataTableProps } from './DataTable.tsx';
export { CutCell, OnOffCell, PersonCell, TimeCell } from './cells.tsx';
export { TableFoot } from './TableFoot.tsx';
export { MenuEntries, RowMenu } from './RowMenu.tsx';
export type { Column, MenuEntry, MenuPlace, PhoneRow, Sort, TablePage } from './table-types.ts';
export type { Selection } from './selection.ts';
