import { blocksOf } from './blocks.ts';
import { Beyond } from './bounds.ts';
import type { Row, SheetBounds } from './bounds.ts';
import { failureOf } from './failure-of.ts';
import { neutral } from './neutral.ts';
import { newWorkbook } from './new-workbook.ts';

/** Its name, and blocks of rows of plain text, the head first. */
export interface Sheet {
  name: string;
  rows: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;
}

/** What an .xlsx can hold. */
const format = { rows: 1_048_576, columns: 16_384, characters: 32_767 };

/**
 * Yields the pieces of an .xlsx of one sheet, which are made while they are taken: rows are read only as fast as that, and not any more when
 * the generator is ended. Nothing in it is a formula, whatever it begins with. Throws EXCEL_TOO_LARGE, EXCEL_TOO_WIDE, EXCEL_TEXT_TOO_LONG,
 * TOO_LARGE, and what the rows throw. The details of a failure name its `bound`, `limit`, `row` and `column`.
 */
export async function* writeSheet({ name, rows }: Sheet, bounds: SheetBounds): AsyncGenerator<Uint8Array> {
  try {
    yield* newWorkbook(name, checked(rows, bounds));
  } catch (error) {
    throw failureOf(error, 'SERVER_ERROR');
  }
}

async function* checked(blocks: Sheet['rows'], bounds: SheetBounds): AsyncGenerator<Row[]> {
  const most = {
    ...bounds,
    rows: Math.min(bounds.rows, format.rows - 1),
    columns: Math.min(bounds.columns, format.columns),
    characters: Math.min(bounds.characters, format.characters),
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
