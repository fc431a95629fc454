import { limits } from '@alcove/contract';
import { localFile, PartFailed, type FilePort, type HashOptions } from '@alcove/transfer';
import { isBrowserFile } from './file-source.ts';
import type { FileJob, FileNews } from './file-worker.ts';
import type { HashJob, HashNews } from './hash-worker.ts';
import { pageWorker } from './worker-rpc.ts';

/** Below this a worker takes longer to start than the hash takes. */
const worthAWorker = 4 * 1024 * 1024;

/** One worker for each whole-file hash: ending it is the cancellation. */
function hashBeside(job: HashJob, { onProgress, signal }: HashOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
    const end = (settle: () => void) => {
      worker.terminate();
      signal?.removeEventListener('abort', aborted);
      settle();
    };
    const aborted = () => end(() => reject(signal?.reason));
    signal?.addEventListener('abort', aborted);
    worker.addEventListener('message', ({ data }: MessageEvent<HashNews>) => {
      if ('hashedBytes' in data) onProgress?.(data.hashedBytes);
      else if ('digest' in data) end(() => resolve(data.digest));
      else end(() => reject(data.short ? new RangeError(data.failure) : new DOMException(data.failure, data.name)));
    });
    worker.addEventListener('error', (event) => end(() => reject(new Error(event.message || 'the hash worker could not start'))));
    worker.postMessage(job);
  });
}

function failureOf(news: FileNews): Error {
  if (!('failed' in news)) return new Error('the file worker answered something else');
  if (news.failed === 'range') return new RangeError(news.message);
  return news.failed ? new PartFailed(news.failed, { cause: news.message }) : new Error(news.message);
}

/** What a person picked, read beside the page wherever that is worth a message to a worker. */
export function filePort(): FilePort {
  const ask = pageWorker<FileJob, FileNews>(() => new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' }));
  return {
    hash: (algorithm, source, options) =>
      !isBrowserFile(source) || source.size < worthAWorker
        ? localFile.hash(algorithm, source, options)
        : hashBeside({ file: source.file, algorithm }, options),
    async whole(source, signal) {
      if (!isBrowserFile(source)) return localFile.whole(source, signal);
      const news = await ask({ file: source.file, work: null }, signal);
      if ('whole' in news) return news.whole;
      throw failureOf(news);
    },
    async prepare(source, work, signal) {
      if (!isBrowserFile(source) || source.size < limits.smallFile) return localFile.prepare(source, work, signal);
      const news = await ask({ file: source.file, work }, signal);
      if ('part' in news) return news.part;
      throw failureOf(news);
    },
  };
}
