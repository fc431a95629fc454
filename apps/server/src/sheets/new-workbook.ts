/** An .xlsx of one sheet of texts, made while it is taken, so that it takes no more memory for many rows than for a few. */
import type { Row } from './bounds.ts';
import { neutral } from './neutral.ts';
import { packedParts } from './packed-parts.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Columns are as wide as the first rows need, because their widths stand before the rows. */
const measuredBlocks = 2;
const widest = 48;

/** Ends the blocks if it is ended, and throws what they throw. */
export const newWorkbook = (name: string, blocks: AsyncIterable<readonly Row[]>): AsyncGenerator<Uint8Array> =>
  packedParts([
    [
      '[Content_Types].xml',
      [
        `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
      ],
    ],
    ['_rels/.rels', [relation('officeDocument', 'xl/workbook.xml')]],
    [
      'xl/workbook.xml',
      [
        `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
    ],
    ['xl/_rels/workbook.xml.rels', [relation('worksheet', 'worksheets/sheet1.xml')]],
    ['xl/worksheets/sheet1.xml', worksheet(blocks)],
  ]);

const relation = (kind: string, target: string): string =>
  `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/${kind}" Target="${target}"/></Relationships>`;

async function* worksheet(blocks: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  yield `${xml}<worksheet xmlns="${main}">`;
  let first: Row[] | null = [];
  let [seen, row] = [0, 0];
  const written = (rows: readonly Row[]): string => rows.map((cells) => rowOf(cells, (row += 1))).join('');
  for await (const rows of blocks) {
    if (first === null) {
      yield written(rows);
      continue;
    }
    first.push(...rows);
    seen += 1;
    if (seen < measuredBlocks) continue;
    yield `${columnsOf(first)}<sheetData>${written(first)}`;
    first = null;
  }
  if (first !== null) yield `${columnsOf(first)}<sheetData>${written(first)}`;
  yield '</sheetData></worksheet>';
}

function columnsOf(rows: readonly Row[]): string {
  const widths: number[] = [];
  for (const row of rows) for (const [column, text] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(text));
  if (widths.length === 0) return '';
  const columns = widths.map((width, n) => `<col min="${n + 1}" max="${n + 1}" width="${Math.min(widest, 4 + width)}" customWidth="1"/>`);
  return `<cols>${columns.join('')}</cols>`;
}

/** In Latin characters: others are twice as wide. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += character > '\u2e80' ? 2 : 1;
  return width;
}

function rowOf(cells: Row, number: number): string {
  const written = cells.map((text, column) =>
    text === ''
      ? ''
      : `<c r="${nameOfColumn(column)}${number}" t="inlineStr"><is><t xml:space="preserve">${escaped(neutral(text))}</t></is></c>`,
  );
  return `<row r="${number}">${written.join('')}</row>`;
}

function nameOfColumn(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : nameOfColumn(Math.floor(column / 26) - 1) + last;
}

/** What XML forbids, a spreadsheet reads from `_x0001_`, so a text that has just these letters is written with one more. */
// eslint-disable-next-line no-control-regex -- these are what XML forbids
const special = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string =>
  text.replace(special, (one) => entities[one] ?? `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
