import { limits } from '@alcove/contract';
import { localPart, PartFailed, type FileSource, type PartPort, type PartWork, type PreparedPart } from '@alcove/transfer';
import { isBrowserFile } from './file-source.ts';
import type { PartJob, PartNews } from './part-worker.ts';

interface Waiting {
  resolve(part: PreparedPart): void;
  reject(reason: unknown): void;
}

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/** One worker for the page, begun with the first large file. */
function theWorker(): Worker {
  if (worker) return worker;
  const begun = new Worker(new URL('./part-worker.ts', import.meta.url), { type: 'module' });
  begun.addEventListener('message', ({ data }: MessageEvent<PartNews>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('part' in data) asked?.resolve(data.part);
    else asked?.reject(data.failed ? new PartFailed(data.failed, { cause: data.message }) : new Error(data.message));
  });
  begun.addEventListener('error', (event) => {
    worker = null;
    begun.terminate();
    for (const { reject } of waiting.values()) reject(new Error(event.message || 'the part worker could not start'));
    waiting.clear();
  });
  return (worker = begun);
}

function prepare(source: FileSource, work: PartWork, signal: AbortSignal): Promise<PreparedPart> {
  if (!isBrowserFile(source) || source.size < limits.smallFile) return localPart.prepare(source, work, signal);
  const { file } = source;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const id = (lastId += 1);
    const aborted = () => {
      waiting.delete(id);
      reject(signal.reason);
    };
    const end = () => signal.removeEventListener('abort', aborted);
    signal.addEventListener('abort', aborted);
    waiting.set(id, {
      resolve: (part) => {
        end();
        resolve(part);
      },
      reject: (reason) => {
        end();
        reject(reason);
      },
    });
    theWorker().postMessage({ id, file, work } satisfies PartJob);
  });
}

export const partPort: PartPort = { prepare };
