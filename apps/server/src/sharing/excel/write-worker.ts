/** Writes one workbook in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import * as workbooks from '@e965/xlsx';
import { neutral } from './neutral.ts';

const { name, rows } = workerData as { name: string; rows: readonly (readonly string[])[] };

/** In Latin characters: others are twice as wide. */
const widthOf = (text: string): number => [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 2 : 1), 0);
const widest = (column: number): number => rows.reduce((most, row) => Math.max(most, widthOf(row[column] ?? '')), 0);

const sheet = workbooks.utils.aoa_to_sheet(rows.map((row) => row.map(neutral)));
sheet['!cols'] = (rows[0] ?? []).map((_, column) => ({ wch: Math.min(48, 4 + widest(column)) }));
const book = workbooks.utils.book_new();
workbooks.utils.book_append_sheet(book, sheet, name);
parentPort!.postMessage(workbooks.write(book, { type: 'buffer', bookType: 'xlsx', compression: true }));
