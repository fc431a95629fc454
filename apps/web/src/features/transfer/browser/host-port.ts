import type { HostPort } from '@alcove/transfer';
import { onTime } from './on-time.ts';

/** The browser's clock, and its network as far as it knows of it. */
export const host: HostPort = {
  now: () => Date.now(),
  after: onTime,
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
