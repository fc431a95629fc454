import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { BlobId } from '@alcove/contract';
import { zipOf } from '../search/zip.test-support.ts';
import type { Source } from './converter.ts';

const run = promisify(execFile);

/** A content that no store has. */
export const sourceOfBytes = (bytes: Buffer): Source => ({
  blobId: 'test' as BlobId,
  size: bytes.length,
  head: async (length) => bytes.subarray(0, length),
  read: async ({ start, end } = { start: 0, end: bytes.length - 1 }) => Readable.from([bytes.subarray(start, end + 1)]),
  writeTo: (path) => writeFile(path, bytes, { mode: 0o644 }),
});

/** A document that LibreOffice wrote; those of three pages have the lines of `documents.test.ts`. */
export const documentOf = (name: string): Buffer<ArrayBuffer> => readFileSync(join(import.meta.dirname, 'documents/fixtures', name));

type Inputs = Readonly<Record<string, Buffer | string>>;

/** The output of a real program for some files; `args` refer to them and to `output`. */
export async function madeBy(program: string, args: readonly string[], output: string, inputs: Inputs = {}): Promise<Buffer<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-made-'));
  try {
    for (const [name, content] of Object.entries(inputs)) await writeFile(join(folder, name), content);
    await run(program, [...args], { cwd: folder, env: { ...process.env, HOME: folder } });
    return await readFile(join(folder, output));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a program prints about some bytes, named `input`. */
export async function saidBy(program: string, args: readonly string[], input: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-said-'));
  try {
    await writeFile(join(folder, 'input'), input);
    return (await run(program, [...args], { cwd: folder })).stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const xml = (body: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${body}`;
const office = 'http://schemas.openxmlformats.org';
const main = (part: string, type: string): Record<string, string> => ({
  '[Content_Types].xml': xml(
    `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/></Types>`,
  ),
  '_rels/.rels': xml(
    `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="${part}"/></Relationships>`,
  ),
});

/** A Word document with these paragraphs and a picture that is stored elsewhere. */
export const wordDocument = (paragraphs: readonly string[], linked = ''): Buffer<ArrayBuffer> =>
  zipOf({
    ...main('word/document.xml', 'wordprocessingml.document.main'),
    'word/document.xml': xml(
      `<w:document xmlns:w="${office}/wordprocessingml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships" xmlns:wp="${office}/drawingml/2006/wordprocessingDrawing" xmlns:a="${office}/drawingml/2006/main" xmlns:pic="${office}/drawingml/2006/picture"><w:body>${paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')}${linked && picture}</w:body></w:document>`,
    ),
    ...(linked && {
      'word/_rels/document.xml.rels': xml(
        `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="p1" Type="${office}/officeDocument/2006/relationships/image" Target="${linked}" TargetMode="External"/></Relationships>`,
      ),
    }),
  });
const picture =
  '<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="p1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';

/** An Excel sheet with that many rows and columns. */
export const excelSheet = (rows: number, columns: number): Buffer<ArrayBuffer> =>
  zipOf({
    ...main('xl/workbook.xml', 'spreadsheetml.sheet.main'),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="表" sheetId="1" r:id="s1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="s1" Type="${office}/officeDocument/2006/relationships/worksheet" Target="sheet.xml"/></Relationships>`,
    ),
    'xl/sheet.xml': xml(
      `<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData>${`<row>${'<c t="inlineStr"><is><t>预算 12345</t></is></c>'.repeat(columns)}</row>`.repeat(rows)}</sheetData></worksheet>`,
    ),
  });

/** An OLE container with these streams, each one block of 4 kB. */
export function oleOf(streams: Record<string, Buffer>): Buffer<ArrayBuffer> {
  const block = 4096;
  const names = Object.keys(streams);
  const [free, end, table] = [0xffffffff, 0xfffffffe, 0xfffffffd];
  const head = Buffer.alloc(block, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head);
  head.fill(0, 8, 76);
  for (const [at, value] of [
    [24, 0x3e],
    [26, 4],
    [28, 0xfffe],
    [30, 12],
    [32, 6],
  ] as const)
    head.writeUInt16LE(value, at);
  for (const [at, value] of [
    [44, 1],
    [48, 1],
    [56, block],
    [60, end],
    [68, end],
    [76, 0],
  ] as const)
    head.writeUInt32LE(value, at);
  const chains = Buffer.alloc(block, 0xff);
  [table, end, ...names.map(() => end)].forEach((value, at) => chains.writeUInt32LE(value >>> 0, at * 4));
  const directory = Buffer.alloc(block);
  ['Root Entry', ...names].forEach((name, at) => {
    const entry = directory.subarray(at * 128, at * 128 + 128);
    entry.write(name, 'utf16le');
    entry.writeUInt16LE((name.length + 1) * 2, 64);
    entry[66] = at === 0 ? 5 : 2;
    for (const link of [68, 72, 76]) entry.writeUInt32LE(free, link);
    entry.writeUInt32LE(at === 0 ? end : at + 1, 116);
    entry.writeUInt32LE(at === 0 ? 0 : block, 120);
  });
  return Buffer.concat([head, chains, directory, ...names.map((name) => Buffer.concat([streams[name]!, Buffer.alloc(block)], block))]);
}
