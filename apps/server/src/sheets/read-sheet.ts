import { Failure } from '../http/index.ts';
import { piecesOf } from './blocks.ts';
import { Beyond } from './bounds.ts';
import type { ProcessBounds, Row, SheetBounds } from './bounds.ts';
import { failureOf } from './failure-of.ts';
import { throughProcess } from './sheet-process.ts';

export interface ReadBounds extends SheetBounds, ProcessBounds {
  /** The maximum size of the parts of an .xlsx that hold cells. */
  unpackedBytes: number;
  /**
   * What to do with columns and characters beyond the bounds. `ignore` also reads no farther than one row beyond the bound: rows beyond it are
   * refused, unless a gap of empty rows hides them.
   */
  beyond: 'refuse' | 'ignore';
}

/** ZIP, which .xlsx is, and the compound file that .xls is. */
const beginnings = ['504b0304', 'd0cf11e0'];
const beginningBytes = 4;

/**
 * Yields the first sheet of an Excel file as text, in blocks of rows, its head included. Dates are `2026-11-24` or `2026-11-24 08:30:00`. A row
 * ends with its last text, and the sheet with its last row that has one. All bounds are checked before the first block. Throws EXCEL_ONLY,
 * EXCEL_UNREADABLE for what is broken, encrypted or takes too much time or memory, EXCEL_TOO_LARGE, EXCEL_TOO_WIDE, EXCEL_TEXT_TOO_LONG,
 * TOO_LARGE, TOO_MANY_REQUESTS, the signal's reason, and what the content throws. The details of a failure name its `bound`, `limit`, `row` and `column`.
 */
export async function* readSheet(
  file: { name: string; content: Iterable<Uint8Array> | AsyncIterable<Uint8Array> },
  bounds: ReadBounds,
  signal?: AbortSignal,
): AsyncGenerator<Row[]> {
  if (!/\.xlsx?$/i.test(file.name)) throw new Failure('EXCEL_ONLY');
  try {
    yield* throughProcess<Uint8Array, Row[]>('./read-program.ts', bounds, checked(file.content, bounds.bytes), bounds, signal);
  } catch (error) {
    throw failureOf(error, 'EXCEL_UNREADABLE');
  }
}

async function* checked(content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Uint8Array> {
  let beginning = Buffer.alloc(0);
  let bytes = 0;
  for await (const part of content) {
    bytes += part.length;
    if (bytes > mostBytes) throw new Beyond('bytes', mostBytes);
    if (beginning.length < beginningBytes) {
      beginning = Buffer.concat([beginning, part.subarray(0, beginningBytes - beginning.length)]);
      if (beginning.length === beginningBytes && !beginnings.includes(beginning.toString('hex'))) throw new Failure('EXCEL_ONLY');
    }
    yield* piecesOf(part);
  }
  if (beginning.length < beginningBytes) throw new Failure('EXCEL_ONLY');
}
