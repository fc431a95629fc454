import { limits } from '@alcove/contract';
import { localPart, PartFailed, type FileSource, type PartPort, type PreparedPart, type WholeFile } from '@alcove/transfer';
import { isBrowserFile } from './file-source.ts';
import type { FileJob, FileNews } from './file-worker.ts';

interface Waiting {
  resolve(news: FileNews): void;
  reject(reason: unknown): void;
}

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/** One worker for the page, begun with the first file. */
function theWorker(): Worker {
  if (worker) return worker;
  const begun = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' });
  begun.addEventListener('message', ({ data }: MessageEvent<FileNews>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    asked?.resolve(data);
  });
  begun.addEventListener('error', (event) => {
    worker = null;
    begun.terminate();
    for (const { reject } of waiting.values()) reject(new Error(event.message || 'the file worker could not start'));
    waiting.clear();
  });
  return (worker = begun);
}

/** An abort gives the answer up; the worker's work is short. */
function ask(file: File, work: FileJob['work'], signal: AbortSignal): Promise<FileNews> {
  const id = (lastId += 1);
  return new Promise<FileNews>((resolve, reject) => {
    signal.throwIfAborted();
    const aborted = () => {
      waiting.delete(id);
      reject(signal.reason);
    };
    const settled =
      <Value>(settle: (value: Value) => void) =>
      (value: Value) => {
        signal.removeEventListener('abort', aborted);
        settle(value);
      };
    signal.addEventListener('abort', aborted);
    waiting.set(id, { resolve: settled(resolve), reject: settled(reject) });
    theWorker().postMessage({ id, file, work } satisfies FileJob);
  });
}

function failureOf(news: FileNews): Error {
  if (!('failed' in news)) return new Error('the file worker answered something else');
  if (news.failed === 'range') return new RangeError(news.message);
  return news.failed ? new PartFailed(news.failed, { cause: news.message }) : new Error(news.message);
}

export const partPort: PartPort = {
  async prepare(source, work, signal): Promise<PreparedPart> {
    if (!isBrowserFile(source) || source.size < limits.smallFile) return localPart.prepare(source, work);
    const news = await ask(source.file, work, signal);
    if ('part' in news) return news.part;
    throw failureOf(news);
  },
};

export async function readWhole(source: FileSource & { file: File }, signal: AbortSignal): Promise<WholeFile> {
  const news = await ask(source.file, null, signal);
  if ('whole' in news) return news.whole;
  throw failureOf(news);
}
