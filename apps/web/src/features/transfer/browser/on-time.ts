import type { HostPort } from '@alcove/transfer';
import type { TimerJob } from './timer-worker.ts';
import { pageWorker } from './worker-rpc.ts';

const waitInWorker = pageWorker<TimerJob, 'over'>(() => new Worker(new URL('./timer-worker.ts', import.meta.url), { type: 'module' }));

/**
 * Resolves after so many milliseconds, in a hidden tab too; rejects with the signal's reason once aborted. Browsers let the timers of a hidden page
 * fire once a second, and chains of them, after some minutes, once a minute: an upload that goes on behind another tab would wait for each. Workers'
 * timers fire in time.
 */
export const onTime: HostPort['after'] = async (ms, signal) => {
  if (document.hidden) {
    try {
      await waitInWorker(ms, signal ?? new AbortController().signal);
      return;
    } catch {
      signal?.throwIfAborted();
      // The worker could not start: late is better than never.
    }
  }
  await waitInPage(ms, signal);
};

const waitInPage = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
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
  });
