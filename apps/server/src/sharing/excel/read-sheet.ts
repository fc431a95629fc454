import { limits } from '@alcove/contract';
import type { SentFile } from '@alcove/contract';
import { Failure } from '../../http/index.ts';
import { inSheetThread } from './sheet-thread.ts';

const mostColumns = 20;
/** ZIP, which .xlsx is, and the compound file that .xls is. */
const beginnings = ['504b0304', 'd0cf11e0'];

const isExcel = ({ name, bytes }: SentFile): boolean =>
  /\.xlsx?$/i.test(name) && beginnings.includes(Buffer.from(bytes.subarray(0, 4)).toString('hex'));

/**
 * The first sheet of an Excel file as text, row by row, its head included. Throws EXCEL_ONLY, EXCEL_UNREADABLE for what is broken,
 * encrypted or takes too much time or memory, EXCEL_TOO_LARGE for more rows than may be imported at once, and TOO_MANY_REQUESTS.
 */
export async function readSheet(file: SentFile): Promise<string[][]> {
  if (!isExcel(file)) throw new Failure('EXCEL_ONLY');
  // One row more than may be: more are noticed without reading them.
  const asked = { bytes: file.bytes, mostRows: limits.importRows + 1, mostColumns };
  const rows = await inSheetThread<string[][]>('./sheet-worker.ts', asked).catch((error: unknown) => {
    throw error instanceof Failure ? error : new Failure('EXCEL_UNREADABLE', {}, error);
  });
  while (rows.at(-1)?.every((text) => text.trim() === '')) rows.pop();
  if (rows.length > limits.importRows + 1) throw new Failure('EXCEL_TOO_LARGE', { limit: limits.importRows });
  return rows;
}
