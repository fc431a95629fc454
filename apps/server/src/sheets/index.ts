export { readSheet } from './read-sheet.ts';
export type { ReadBounds } from './read-sheet.ts';
export { sheetTypes, writeSheet } from './write-sheet.ts';
export type { SheetKind } from './write-sheet.ts';
export type { Row, SheetBounds } from './bounds.ts';
