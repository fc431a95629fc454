/** Writes one workbook in a process of its own. */
import * as workbooks from '@e965/xlsx';
import { piecesOf } from './blocks.ts';
import type { Row } from './bounds.ts';
import { about, takeThenGive } from './in-process.ts';
import { neutral } from './neutral.ts';
import { oldWorkbook } from './old-workbook.ts';
import type { SheetKind } from './write-sheet.ts';

const { name, kind } = about<{ name: string; kind: SheetKind }>();

const rows: Row[] = [];
const widest: number[] = [];

takeThenGive<Row[], Uint8Array>(
  (block) => {
    for (const row of block) {
      rows.push(row.map(neutral));
      for (const [column, text] of row.entries()) widest[column] = Math.max(widest[column] ?? 0, widthOf(text));
    }
  },
  () => piecesOf(kind === 'xls' ? oldWorkbook(bookOf([]), rows) : written(bookOf(rows))),
);

/** In Latin characters: others are twice as wide. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += character > '\u2e80' ? 2 : 1;
  return width;
}

function bookOf(cells: readonly Row[]): workbooks.WorkBook {
  const sheet: workbooks.WorkSheet = {
    // The library cannot write a sheet without a row.
    '!data': (cells.length > 0 ? cells : [[]]).map((row) =>
      row.map((text) => (text === '' ? undefined : { t: 's', v: text }) as workbooks.CellObject),
    ),
    '!ref': workbooks.utils.encode_range({ r: 0, c: 0 }, { r: Math.max(0, rows.length - 1), c: Math.max(0, widest.length - 1) }),
    '!cols': widest.map((width) => ({ wch: Math.min(48, 4 + width) })),
  };
  const book = workbooks.utils.book_new();
  workbooks.utils.book_append_sheet(book, sheet, name);
  return book;
}

const written = (book: workbooks.WorkBook): Buffer =>
  workbooks.write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
