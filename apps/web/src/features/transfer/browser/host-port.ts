import type { HostPort } from '@alcove/transfer';

/** The browser's clock, and its network as far as it knows of it. */
export const host: HostPort = {
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
