import Papa from 'papaparse';
import { extensionOf } from '@alcove/contract';
import { columnsOf } from './columns.ts';

export interface ParsedTable {
  header: string[];
  rows: string[][];
  columns: { width: number; numeric: boolean }[];
}

/** Widths and kinds are judged by the first rows. */
const sampleRows = 200;
const narrowest = 72;
const widest = 360;
const columnPixels = 7.2;
const cellPadding = 26;

const isNumber = (cell: string): boolean => /\d/.test(cell) && /^[-+¥$€]?[\d,]*(?:\.\d+)?%?$/.test(cell.trim());

/**
 * Comma, semicolon, tab or bar, as the text suggests; `.tsv` is said by its name. The first row names the columns. `cut` says that
 * the text ends before the file does: the last row may then be half a row, and is left out.
 */
export function parseTable(text: string, fileName: string, cut: boolean): ParsedTable {
  const delimiter = extensionOf(fileName) === '.tsv' ? '\t' : '';
  const { data } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true });
  const [header = [], ...rows] = cut ? data.slice(0, -1) : data;
  const sample = rows.slice(0, sampleRows);
  const count = Math.max(header.length, ...sample.map((row) => row.length));
  const columns = Array.from({ length: count }, (_, at) => {
    const cells = sample.map((row) => row[at] ?? '').filter(Boolean);
    const longest = Math.max(...[header[at] ?? '', ...cells].map(columnsOf));
    return {
      width: Math.round(Math.min(widest, Math.max(narrowest, longest * columnPixels + cellPadding))),
      numeric: cells.length > 0 && cells.every(isNumber),
    };
  });
  return { header, rows, columns };
}
