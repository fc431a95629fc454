import { limits } from '@alcove/contract';
import { StoreFailed, type StoreAnswer, type StorePort, type StoreRequest } from '@alcove/transfer';
import { pageWorker } from './worker-rpc.ts';
import { sendToStore } from './store-request.ts';
import type { StoreJob, StoreNews } from './store-worker.ts';

const ask = pageWorker<StoreJob, StoreNews>(() => new Worker(new URL('./store-worker.ts', import.meta.url), { type: 'module' }));

async function sendBeside({ onProgress, signal, ...job }: StoreRequest): Promise<StoreAnswer> {
  const onTheWay = (news: StoreNews): boolean => {
    if (!('sentBytes' in news)) return false;
    onProgress?.(news.sentBytes);
    return true;
  };
  const news = await ask(job, signal, onTheWay).catch((cause: unknown) => {
    // A worker that cannot be loaded is a fault of the network too.
    throw signal.aborted ? cause : new StoreFailed('network', { cause });
  });
  if ('answer' in news) return news.answer;
  throw new StoreFailed('failed' in news ? news.failed : 'network');
}

/**
 * The storage host. Beginning a request holds up whoever begins it, and small files begin two dozen at once: those are sent from a
 * worker. A part of a large file is begun seldom, and handing it over would copy it once more.
 */
export const storePort: StorePort = {
  send: (request) =>
    request.body instanceof Uint8Array && request.body.length < limits.smallFile ? sendBeside(request) : sendToStore(request),
};
