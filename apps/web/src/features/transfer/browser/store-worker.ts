import { StoreFailed, type StoreAnswer, type StoreRequest } from '@alcove/transfer';
import type { WorkerJob, WorkerNews } from './worker-rpc.ts';
import { sendToStore } from './store-port.ts';

/** Sends beside the page. */
export type StoreJob = Omit<StoreRequest, 'signal' | 'onProgress'>;
export type StoreNews = { sentBytes: number } | { answer: StoreAnswer } | { failed: StoreFailed['reason'] };

const stops = new Map<number, AbortController>();

self.addEventListener('message', ({ data: { id, job } }: MessageEvent<WorkerJob<StoreJob>>) => {
  if (!job) return stops.get(id)?.abort();
  const stop = new AbortController();
  stops.set(id, stop);
  const say = (news: StoreNews): void => self.postMessage({ id, news } satisfies WorkerNews<StoreNews>);
  sendToStore({ ...job, signal: stop.signal, onProgress: (sentBytes) => say({ sentBytes }) })
    .then((answer) => say({ answer }))
    .catch((error: unknown) => say({ failed: error instanceof StoreFailed ? error.reason : 'network' }))
    .finally(() => stops.delete(id));
});
