/**
 * Writes .xls (BIFF8). The library cuts texts after 255 characters there, or takes minutes for many different ones. So it writes an empty sheet,
 * and the cells and their texts are put into it here.
 */
import * as workbooks from '@e965/xlsx';
import type { Row } from './bounds.ts';

interface Container {
  content: Buffer;
  size: number;
}
const { CFB } = workbooks as unknown as {
  CFB: {
    read(file: Buffer, options: { type: 'buffer' }): object;
    find(container: object, path: string): Container;
    write(container: object, options: { type: 'buffer' }): Buffer;
  };
};

const kinds = { boundSheet: 0x85, sharedTexts: 0xfc, continued: 0x3c, end: 0x0a, dimensions: 0x0200, sharedText: 0xfd };
/** The maximum size of a record's content. A longer list of texts goes on in further records. */
const mostContent = 8224;
/** The format of plain cells, after the sixteen that each workbook begins with. */
const plain = 16;

/** An .xls with the rows in its only sheet. */
export function oldWorkbook(name: string, rows: readonly Row[]): Buffer {
  const columns = Math.max(1, ...rows.map(({ length }) => length));
  const end = workbooks.utils.encode_cell({ r: Math.max(0, rows.length - 1), c: columns - 1 });
  const book = workbooks.utils.book_new();
  workbooks.utils.book_append_sheet(book, { '!data': [[]], '!ref': `A1:${end}` }, name);
  const container = CFB.read(workbooks.write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer, { type: 'buffer' });
  const stream = CFB.find(container, '/Workbook');
  stream.content = withCells(recordsOf(Buffer.from(stream.content)), rows);
  stream.size = stream.content.length;
  return CFB.write(container, { type: 'buffer' });
}

interface BookRecord {
  kind: number;
  content: Buffer;
}

function recordsOf(stream: Buffer): BookRecord[] {
  const records: BookRecord[] = [];
  for (let at = 0; at + 4 <= stream.length;) {
    const end = at + 4 + stream.readUInt16LE(at + 2);
    records.push({ kind: stream.readUInt16LE(at), content: stream.subarray(at + 4, end) });
    at = end;
  }
  return records;
}

function withCells(records: readonly BookRecord[], rows: readonly Row[]): Buffer {
  const { cells, texts } = cellsOf(rows);
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const globalsEnd = records.findIndex(({ kind }) => kind === kinds.end) + 1;
  const globals = records
    .slice(0, globalsEnd)
    .map((one) => (one.kind === kinds.sharedTexts ? sharedTexts(texts, cells.length / 14) : packed(one)));
  // Where the sheet begins.
  const boundSheet = records.findIndex(({ kind }) => kind === kinds.boundSheet);
  globals[boundSheet]!.writeUInt32LE(
    globals.reduce((bytes, one) => bytes + one.length, 0),
    4,
  );
  const sheet = records
    .slice(globalsEnd)
    .flatMap((one) => (one.kind === kinds.dimensions ? [dimensions(rows.length, columns), cells] : [packed(one)]));
  return Buffer.concat([...globals, ...sheet]);
}

function packed({ kind, content }: BookRecord): Buffer {
  const record = Buffer.alloc(4 + content.length);
  record.writeUInt16LE(kind, 0);
  record.writeUInt16LE(content.length, 2);
  content.copy(record, 4);
  return record;
}

function dimensions(rows: number, columns: number): Buffer {
  const content = Buffer.alloc(14);
  content.writeUInt32LE(rows, 4);
  content.writeUInt16LE(columns, 10);
  return packed({ kind: kinds.dimensions, content });
}

/** One record a cell, and the different texts in the order of their numbers. */
function cellsOf(rows: readonly Row[]): { cells: Buffer; texts: string[] } {
  const numbers = new Map<string, number>();
  const cells = Buffer.alloc(rows.reduce((count, row) => count + row.filter(Boolean).length, 0) * 14);
  let at = 0;
  for (const [row, texts] of rows.entries())
    for (const [column, text] of texts.entries()) {
      if (text === '') continue;
      if (!numbers.has(text)) numbers.set(text, numbers.size);
      for (const half of [kinds.sharedText, 10, row, column, plain]) at = cells.writeUInt16LE(half, at);
      at = cells.writeUInt32LE(numbers.get(text)!, at);
    }
  return { cells, texts: [...numbers.keys()] };
}

/**
 * The list of all texts, cut into records. A record ends between two characters: a text that goes on in the next one says again how wide its
 * characters are.
 */
function sharedTexts(texts: readonly string[], cells: number): Buffer {
  const begin = Buffer.alloc(8);
  begin.writeUInt32LE(cells, 0);
  begin.writeUInt32LE(texts.length, 4);
  const records: Buffer[] = [];
  let content: Buffer[] = [begin];
  let left = mostContent - begin.length;
  const put = (part: Buffer): void => {
    content.push(part);
    left -= part.length;
  };
  const close = (): void => {
    records.push(packed({ kind: records.length === 0 ? kinds.sharedTexts : kinds.continued, content: Buffer.concat(content) }));
    content = [];
    left = mostContent;
  };
  for (const text of texts) {
    const isWide = /[^\0-\xff]/.test(text);
    const characters = Buffer.from(text, isWide ? 'utf16le' : 'latin1');
    const head = Buffer.from([text.length & 0xff, text.length >> 8, isWide ? 1 : 0]);
    if (left < head.length + 2) close();
    put(head);
    for (let at = 0; at < characters.length;) {
      if (left < 2) {
        close();
        put(head.subarray(2));
      }
      const part = characters.subarray(at, at + left - (left % 2));
      put(part);
      at += part.length;
    }
  }
  close();
  return Buffer.concat(records);
}
