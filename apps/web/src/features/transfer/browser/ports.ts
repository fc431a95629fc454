import type { HostPort, Ports } from '@alcove/transfer';
import { callPort } from './call-port.ts';
import { filePort } from './file-port.ts';
import { storePort } from './store-port.ts';
import type { StoreJob, StoreNews } from './store-worker.ts';
import { openTabLocks } from './tab-locks.ts';
import { openUploadLocks, type UploadLocks } from './upload-locks.ts';
import { openUploadMemory, type UploadMemory } from './upload-memory.ts';
import { pageWorker } from './worker-rpc.ts';

/** What the transfer engine needs, and what else a browser has: tabs that share a memory. */
export interface BrowserPorts extends Ports {
  memory: UploadMemory;
  locks: UploadLocks;
}

const host: HostPort = {
  now: () => Date.now(),
  after: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const aborted = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', aborted);
        resolve();
      }, ms);
      signal?.addEventListener('abort', aborted, { once: true });
    }),
  online: () => navigator.onLine,
  onNetwork(listener) {
    const told = ({ type }: Event) => listener(type === 'online');
    window.addEventListener('online', told);
    window.addEventListener('offline', told);
    return () => {
      window.removeEventListener('online', told);
      window.removeEventListener('offline', told);
    };
  },
};

export function openBrowserPorts(): BrowserPorts {
  const locks = openUploadLocks(openTabLocks());
  const sendingWorker = pageWorker<StoreJob, StoreNews>(
    () => new Worker(new URL('./store-worker.ts', import.meta.url), { type: 'module' }),
  );
  return { call: callPort(), store: storePort(sendingWorker), file: filePort(), memory: openUploadMemory(locks.tab), host, locks };
}
