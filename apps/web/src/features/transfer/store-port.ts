import { StoreFailed, type StoreAnswer, type StorePort } from '@alcove/transfer';
import { pageWorker } from './page-worker.ts';
import type { StoreJob, StoreNews } from './store-worker.ts';

const ask = pageWorker<StoreJob, StoreNews>(() => new Worker(new URL('./store-worker.ts', import.meta.url), { type: 'module' }));

/** The storage host, from a worker: beginning a request holds up whoever begins it, and a folder of small files begins many at once. */
export const storePort: StorePort = {
  async send({ onProgress, signal, ...request }): Promise<StoreAnswer> {
    const onTheWay = (news: StoreNews): boolean => {
      if (!('sentBytes' in news)) return false;
      onProgress?.(news.sentBytes);
      return true;
    };
    const news = await ask({ ...request, tellsProgress: onProgress !== undefined }, signal, onTheWay).catch((cause: unknown) => {
      // A worker that cannot be loaded is a fault of the network too.
      throw signal.aborted ? cause : new StoreFailed('network', { cause });
    });
    if ('answer' in news) return news.answer;
    throw new StoreFailed('failed' in news ? news.failed : 'network');
  },
};
