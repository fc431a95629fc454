import { crc32, deflateRawSync } from 'node:zlib';
import type { ReadBounds } from './index.ts';
import { readSheet, writeSheet } from './index.ts';
import type { Row } from './index.ts';
import { neutral } from './neutral.ts';
import { oldWorkbook } from './old-workbook.test-support.ts';
import { unpack } from './unpack.ts';

/** What an import of all people of a company may ask for. */
export const wide: ReadBounds = {
  rows: 50_000,
  columns: 20,
  characters: 1000,
  bytes: 64 * 1024 * 1024,
  unpackedBytes: 96 * 1024 * 1024,
  ms: 120_000,
  megabytes: 384,
  beyond: 'refuse',
};

/** An .xls is only written for tests. */
export async function written(rows: readonly Row[], kind: 'xlsx' | 'xls', bounds: Partial<ReadBounds> = {}): Promise<Buffer> {
  if (kind === 'xls') return oldWorkbook('成员', rows.map((row) => row.map(neutral))); // prettier-ignore
  const pieces: Uint8Array[] = [];
  for await (const piece of writeSheet({ name: '成员', rows: [rows] }, { ...wide, ...bounds })) pieces.push(piece);
  return Buffer.concat(pieces);
}

export async function read(bytes: Uint8Array, name = 'list.xlsx', bounds: Partial<ReadBounds> = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const block of readSheet({ name, content: [bytes] }, { ...wide, ...bounds })) rows.push(...block);
  return rows;
}

/** The texts in a column of a large workbook of ours, as they are written, without the process that reads those of strangers. */
export function columnOf(workbook: Buffer, column: string): string[] {
  const sheet = unpack(workbook, 2 ** 28)
    .find(({ name }) => name.endsWith('sheet1.xml'))!
    .bytes.toString();
  return [...sheet.matchAll(new RegExp(`<c r="${column}\\d+"[^>]*><is><t[^>]*>([^<]*)`, 'g'))].map(([, text]) => text!);
}

/** A ZIP of deflated entries. `lie` replaces the uncompressed size in all headers. */
export function zip(parts: [name: string, content: Buffer][], lie?: number): Buffer<ArrayBuffer> {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, content] of parts) {
    const packed = deflateRawSync(content);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(content), 0);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(lie ?? content.length, 8);
    const [begin, entry] = [Buffer.alloc(30), Buffer.alloc(46)];
    begin.writeUInt32LE(0x04034b50, 0);
    begin.writeUInt16LE(8, 8);
    sizes.copy(begin, 14);
    begin.writeUInt16LE(name.length, 26);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    sizes.copy(entry, 16);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(begin, Buffer.from(name), packed);
    entries.push(entry, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const relation = (target: string, kind: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/${kind}" Target="${target}"/></Relationships>`;

/** An .xlsx of parts written by hand: what a worksheet contains, and what a workbook contains beside it. */
export const workbookOf = ({ sheet, styles = '', rest = '' }: { sheet: string; styles?: string; rest?: string }): Buffer<ArrayBuffer> =>
  zip(
    [
      [
        '[Content_Types].xml',
        `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${office}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${office}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${office}.styles+xml"/></Types>`,
      ],
      ['_rels/.rels', relation('xl/workbook.xml', 'officeDocument')],
      [
        'xl/workbook.xml',
        `<workbook ${namespace} xmlns:r="${relations}">${rest}<sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
      ['xl/_rels/workbook.xml.rels', relation('worksheets/sheet1.xml', 'worksheet')],
      ['xl/worksheets/sheet1.xml', `<worksheet ${namespace}>${sheet}</worksheet>`],
      ['xl/styles.xml', `<styleSheet ${namespace}>${styles}</styleSheet>`],
    ].map(([name, content]) => [name!, Buffer.from(content!)]),
  );
