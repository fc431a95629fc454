/** Reads one workbook in a thread of its own, which may be ended at any moment: whatever it is given, the server goes on. */
import { parentPort, workerData } from 'node:worker_threads';
import * as workbooks from '@e965/xlsx';
// The code pages of workbooks older than Unicode.
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import { unpack } from './unpack.ts';

const { bytes, mostRows, mostColumns } = workerData as { bytes: Uint8Array; mostRows: number; mostColumns: number };

workbooks.set_cptable(codePages);

interface Cell {
  t?: string;
  v?: unknown;
  w?: string;
}
const options = { type: 'buffer', dense: true, sheetRows: mostRows + 1, cellFormula: false, cellHTML: false, cellStyles: false } as const;

const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const book = file.readUInt32LE(0) === 0x04034b50 ? readZip(file) : workbooks.read(file, options);
const sheet = book.Sheets[book.SheetNames[0] ?? ''] as { '!data'?: (Cell[] | undefined)[] } | undefined;
const rows = Array.from({ length: Math.min(sheet?.['!data']?.length ?? 0, mostRows + 1) }, (_, index) =>
  Array.from({ length: mostColumns }, (_, column) => textOf(sheet?.['!data']?.[index]?.[column])),
);
parentPort!.postMessage(rows);

/** The library is given parts that are unpacked already, within their limits: it inflates nothing itself. */
function readZip(zip: Buffer): workbooks.WorkBook {
  const library = workbooks as unknown as {
    CFB: { utils: { cfb_new(): object; cfb_add(to: object, path: string, content: Buffer): void } };
    parse_zip(parts: object, options: object): workbooks.WorkBook;
  };
  const parts = library.CFB.utils.cfb_new();
  for (const entry of unpack(zip)) library.CFB.utils.cfb_add(parts, `/${entry.name}`, entry.bytes);
  return library.parse_zip(parts, options);
}

function textOf(cell: Cell | undefined): string {
  if (!cell || cell.t === 'e' || cell.v === undefined || cell.v === null) return '';
  return String(cell.t === 'n' ? (cell.w ?? cell.v) : cell.v).slice(0, 320);
}
