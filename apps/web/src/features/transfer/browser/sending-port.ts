import type { StorePort } from '@alcove/transfer';
import { storePort } from './store-port.ts';
import type { StoreJob, StoreNews } from './store-worker.ts';
import { pageWorker } from './worker-rpc.ts';

/** The storage host, by one worker for the page. */
export const sendingPort = (): StorePort =>
  storePort(pageWorker<StoreJob, StoreNews>(() => new Worker(new URL('./store-worker.ts', import.meta.url), { type: 'module' })));
