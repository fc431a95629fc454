import type { ClockPort, NetworkPort, Ports } from '@alcove/transfer';
import { callPort } from './call-port.ts';
import { partPort } from './file-port.ts';
import { hashPort } from './hash-port.ts';
import { storePort } from './store-port.ts';
import { memoryPort } from './upload-memory.ts';

const clock: ClockPort = {
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
};

const network: NetworkPort = {
  online: () => navigator.onLine,
  subscribe(listener) {
    const on = () => listener(true);
    const off = () => listener(false);
    window.addEventListener('online', on);
    window.addEventListener('offline', off);
    return () => {
      window.removeEventListener('online', on);
      window.removeEventListener('offline', off);
    };
  },
};

/** Everything the transfer engine needs from a browser. */
export const browserPorts: Ports = { call: callPort, store: storePort, hash: hashPort, part: partPort, memory: memoryPort, clock, network };
