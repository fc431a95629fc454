import { Worker } from 'node:worker_threads';
import { limits } from '@alcove/contract';
import type { SentFile } from '@alcove/contract';
import { Failure } from '../../http/index.ts';

const bounds = { ms: 10_000, megabytes: 192, columns: 20, threads: 2, waiting: 20 };
/** ZIP, which .xlsx is, and the compound file that .xls is. */
const beginnings = ['504b0304', 'd0cf11e0'];

const isExcel = ({ name, bytes }: SentFile): boolean =>
  /\.xlsx?$/i.test(name) && beginnings.includes(Buffer.from(bytes.subarray(0, 4)).toString('hex'));

let running = 0;
const line: (() => void)[] = [];

/**
 * The first sheet of an Excel file as text, row by row, its head included. Throws EXCEL_ONLY, EXCEL_UNREADABLE for what is broken,
 * encrypted or takes too much time or memory, and EXCEL_TOO_LARGE for more rows than may be imported at once.
 */
export async function readSheet(file: SentFile): Promise<string[][]> {
  if (!isExcel(file)) throw new Failure('EXCEL_ONLY');
  if (line.length >= bounds.waiting) throw new Failure('TOO_MANY_REQUESTS');
  if (running >= bounds.threads) await new Promise<void>((resolve) => line.push(resolve));
  else running += 1;
  try {
    const rows = await readInThread(file.bytes);
    while (rows.at(-1)?.every((text) => text.trim() === '')) rows.pop();
    if (rows.length > limits.importRows + 1) throw new Failure('EXCEL_TOO_LARGE', { limit: limits.importRows });
    return rows;
  } finally {
    const next = line.shift();
    if (next) next();
    else running -= 1;
  }
}

async function readInThread(bytes: Uint8Array): Promise<string[][]> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    // One row more than may be: more are noticed without reading them.
    workerData: { bytes, mostRows: limits.importRows + 1, mostColumns: bounds.columns },
    resourceLimits: { maxOldGenerationSizeMb: bounds.megabytes },
    env: {},
    stdout: true,
    stderr: true,
  });
  let late: NodeJS.Timeout | undefined;
  try {
    return await new Promise<string[][]>((resolve, reject) => {
      late = setTimeout(() => reject(new Error('it took too long')), bounds.ms);
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the reading thread ended')));
    });
  } catch (error) {
    throw new Failure('EXCEL_UNREADABLE', {}, error);
  } finally {
    clearTimeout(late);
    await worker.terminate();
  }
}
