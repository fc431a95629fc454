import Papa from 'papaparse';
import { extensionOf } from '@alcove/contract';
import { columnsOf } from './columns.ts';

export interface ParsedTable {
  header: string[];
  rows: string[][];
  columns: { width: number; numeric: boolean }[];
}

/** The number of rows that decide column widths and types. */
const sampleRows = 200;
const narrowest = 72;
const widest = 360;
const columnPixels = 7.2;
const cellPadding = 26;

const isNumber = (cell: string): boolean => /\d/.test(cell) && /^[-+¥$€]?[\d,]*(?:\.\d+)?%?$/.test(cell.trim());

/**
 * Detects the delimiter (comma, semicolon, tab or bar) from the text; `.tsv` means tab. The first row is the header. `cut` means that the
 * text ends before the file does: the last row may be incomplete and is dropped.
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
