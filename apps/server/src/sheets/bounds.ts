/** The texts of one row. */
export type Row = readonly string[];

/** What a sheet may come to. */
export interface SheetBounds {
  /** Without the head, which is the first row. */
  rows: number;
  columns: number;
  /** The maximum length of one cell, in UTF-16 units. */
  characters: number;
  /** The maximum size of a file that is read, and of all texts together, as UTF-8, that are written. */
  bytes: number;
}

/** What an export may come to. Its cells may be as long as the format allows. */
export const exportBounds = (rows: number, heads: readonly string[]): SheetBounds => ({
  rows,
  columns: heads.length,
  characters: 32_767,
  bytes: 64 * 1024 * 1024,
});

/** What a process that reads one may take. */
export interface ProcessBounds {
  /** Milliseconds from the start of the process until the last piece is taken. Waiting for the caller counts too. */
  ms: number;
  /** The heap of the process. */
  megabytes: number;
}

export type Bound = keyof SheetBounds | keyof ProcessBounds | 'unpackedBytes';

/** Something exceeds a bound. Rows and columns are counted from 1. */
export class Beyond extends Error {
  readonly bound: Bound;
  readonly limit: number;
  readonly row: number | undefined;
  readonly column: number | undefined;
  constructor(bound: Bound, limit: number, { row, column }: { row?: number | undefined; column?: number | undefined } = {}) {
    super(`the sheet exceeds ${limit} ${bound}${row === undefined ? '' : ` in row ${row}, column ${column}`}`);
    this.name = 'Beyond';
    this.bound = bound;
    this.limit = limit;
    this.row = row;
    this.column = column;
  }
}
