/** Reads one workbook in a process of its own, which may be ended at any moment: whatever it is given, the server goes on. */
import * as workbooks from '@e965/xlsx';
import { blocksOf } from './blocks.ts';
import { Beyond } from './bounds.ts';
import type { Row } from './bounds.ts';
import { textOf } from './cell-text.ts';
import type { Cell } from './cell-text.ts';
import { about, takeThenGive } from './in-process.ts';
import type { ReadBounds } from './read-sheet.ts';
import { unpack } from './unpack.ts';

const bounds = about<ReadBounds>();
const refuses = bounds.beyond === 'refuse';

const options = {
  type: 'buffer',
  dense: true,
  // The head, and one row more than may be: more are noticed without reading them.
  sheetRows: refuses ? 0 : bounds.rows + 2,
  cellNF: true,
  cellFormula: false,
  cellHTML: false,
  cellStyles: false,
} as const;

const pieces: Uint8Array[] = [];
takeThenGive<Uint8Array, Row[]>(
  (piece) => pieces.push(piece),
  async () => blocksOf(await rowsOf(Buffer.concat(pieces.splice(0)))),
);

async function rowsOf(file: Buffer): Promise<Row[]> {
  const book = file.readUInt32LE(0) === 0x04034b50 ? readZip(file) : await readOld(file);
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] as { '!data'?: (Cell[] | undefined)[] } | undefined;
  const since1904 = book.Workbook?.WBProps?.date1904 === true;
  const rows: (Row | undefined)[] = [];
  for (const [index, cells] of (sheet?.['!data'] ?? []).entries()) {
    const row = textsOf(cells ?? [], index + 1, since1904);
    if (row.length > 0) rows[index] = row;
    if (rows.length > bounds.rows + 1) throw new Beyond('rows', bounds.rows);
  }
  return Array.from(rows, (row) => row ?? []);
}

/** The texts of a row as far as its last one. */
function textsOf(cells: readonly (Cell | undefined)[], row: number, since1904: boolean): string[] {
  const texts: string[] = [];
  const end = refuses ? cells.length : Math.min(cells.length, bounds.columns);
  for (let index = 0; index < end; index += 1) {
    const text = textOf(cells[index], since1904);
    if (text.trim() === '') continue;
    const at = { row, column: index + 1 };
    if (index >= bounds.columns) throw new Beyond('columns', bounds.columns, at);
    if (refuses && text.length > bounds.characters) throw new Beyond('characters', bounds.characters, at);
    while (texts.length < index) texts.push('');
    texts.push(text.slice(0, bounds.characters));
  }
  return texts;
}

/** The code pages are for workbooks older than Unicode. To load them takes longer than most files. */
async function readOld(file: Buffer): Promise<workbooks.WorkBook> {
  workbooks.set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
  return workbooks.read(file, options);
}

/** The library is given parts that are unpacked already, within their limits: it inflates nothing itself. */
function readZip(zip: Buffer): workbooks.WorkBook {
  const library = workbooks as unknown as {
    CFB: { utils: { cfb_new(): object; cfb_add(to: object, path: string, content: Buffer): void } };
    parse_zip(parts: object, options: object): workbooks.WorkBook;
  };
  const parts = library.CFB.utils.cfb_new();
  for (const entry of unpack(zip, bounds.unpackedBytes)) library.CFB.utils.cfb_add(parts, `/${entry.name}`, entry.bytes);
  return library.parse_zip(parts, options);
}
