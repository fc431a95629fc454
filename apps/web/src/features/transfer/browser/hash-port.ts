import { localHash, type FileSource, type HashOptions, type HashPort } from '@alcove/transfer';
import { readWhole } from './file-port.ts';
import { isBrowserFile } from './file-source.ts';
import type { HashJob, HashNews } from './hash-worker.ts';

/** Below this a worker takes longer to start than the hash takes. */
const worthAWorker = 4 * 1024 * 1024;

function hash(algorithm: HashJob['algorithm'], source: FileSource, options: HashOptions): Promise<string> {
  if (!isBrowserFile(source) || source.size < worthAWorker) return localHash[algorithm](source, options);
  const { file } = source;
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
    const end = (settle: () => void) => {
      worker.terminate();
      options.signal?.removeEventListener('abort', aborted);
      settle();
    };
    const aborted = () => end(() => reject(options.signal?.reason));
    if (options.signal?.aborted) return aborted();
    options.signal?.addEventListener('abort', aborted);
    worker.addEventListener('message', ({ data }: MessageEvent<HashNews>) => {
      if ('hashedBytes' in data) options.onProgress?.(data.hashedBytes);
      else if ('digest' in data) end(() => resolve(data.digest));
      else end(() => reject(new DOMException(data.failure, data.name)));
    });
    worker.addEventListener('error', (event) => end(() => reject(new Error(event.message || 'the hash worker could not start'))));
    worker.postMessage({ file, algorithm } satisfies HashJob);
  });
}

export const hashPort: HashPort = {
  whole: (source, signal) => (isBrowserFile(source) ? readWhole(source, signal) : localHash.whole(source)),
  md5: (source, options) => hash('md5', source, options),
  sha256: (source, options) => hash('sha256', source, options),
};
