import { blocksOf } from './blocks.ts';
import { Beyond } from './bounds.ts';
import type { Row, SheetBounds } from './bounds.ts';
import { failureOf } from './failure-of.ts';
import { neutral } from './neutral.ts';
import { throughProcess } from './sheet-process.ts';

export type SheetKind = 'xlsx' | 'xls';

/** The content type of each kind. */
export const sheetTypes: Readonly<Record<SheetKind, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
};

/** What a file of each kind can hold. */
const formats: Record<SheetKind, { rows: number; columns: number }> = {
  xlsx: { rows: 1_048_576, columns: 16_384 },
  xls: { rows: 65_536, columns: 256 },
};
const mostCharacters = 32_767;

/**
 * Yields the pieces of an Excel file of one sheet: its name, and blocks of rows of plain text, the head first. Nothing in it is a formula,
 * whatever it begins with. The process lives until the last piece is taken, so a slow taker needs a file in between. Throws EXCEL_TOO_LARGE,
 * EXCEL_TOO_WIDE, EXCEL_TEXT_TOO_LONG, TOO_LARGE, TOO_MANY_REQUESTS, SERVER_ERROR for what takes too much time or memory, the signal's reason,
 * and what the rows throw. The details of a failure name its `bound`, `limit`, `row` and `column`.
 */
export async function* writeSheet(
  sheet: { name: string; kind: SheetKind; rows: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]> },
  bounds: SheetBounds,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { name, kind, rows } = sheet;
  try {
    yield* throughProcess<Row[], Uint8Array>('./write-program.ts', { name, kind }, checked(rows, kind, bounds), bounds, signal);
  } catch (error) {
    throw failureOf(error, 'SERVER_ERROR');
  }
}

async function* checked(
  blocks: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>,
  kind: SheetKind,
  bounds: SheetBounds,
): AsyncGenerator<Row[]> {
  const most = {
    ...bounds,
    rows: Math.min(bounds.rows, formats[kind].rows - 1),
    columns: Math.min(bounds.columns, formats[kind].columns),
    characters: Math.min(bounds.characters, mostCharacters),
  };
  const counted = { rows: 0, bytes: 0 };
  for await (const rows of blocks) yield* blocksOf(eachWithin(rows, most, counted));
}

function* eachWithin(rows: readonly Row[], most: SheetBounds, counted: { rows: number; bytes: number }): Generator<Row> {
  for (const row of rows) {
    counted.rows += 1;
    if (counted.rows > most.rows + 1) throw new Beyond('rows', most.rows);
    if (row.length > most.columns) throw new Beyond('columns', most.columns, { row: counted.rows, column: most.columns + 1 });
    for (const [index, text] of row.entries()) {
      if (neutral(text).length > most.characters) throw new Beyond('characters', most.characters, { row: counted.rows, column: index + 1 });
      counted.bytes += Buffer.byteLength(text);
    }
    if (counted.bytes > most.bytes) throw new Beyond('bytes', most.bytes);
    yield row;
  }
}
