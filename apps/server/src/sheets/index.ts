export { sheetAttachment, wholeSheet } from './sheet-attachment.ts';
export { readSheet } from './read-sheet.ts';
export type { ReadBounds } from './read-sheet.ts';
export { writeSheet } from './write-sheet.ts';
export type { Sheet } from './write-sheet.ts';
export { exportBounds } from './bounds.ts';
export type { Row, SheetBounds } from './bounds.ts';
export { localStamp } from './local-stamp.ts';
