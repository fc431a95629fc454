import type { failures } from '@alcove/contract';
import { CallFailed } from './call-failed.ts';

/** Delays between tries. A server restart takes seconds; if it takes longer, the person sees the failure. */
const pausesMs = [500, 1000, 2000, 4000];
const longestPauseMs = 5000;
const longestMs = 60_000;

/** The system is being moved, and changes wait for at most a minute. The page of an external link does not load the list of failures. */
const beingMoved: (typeof failures)['BEING_MOVED']['errcode'] = 100014;
const longestMoveMs = 75_000;

/** Whether the outcome is unknown or a retry may succeed: no response, a proxy's error, or a temporary server error. */
export const isUnanswered = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && (error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504);

/** Retries a change silently with the same idempotency key. Throws the error of the last try. */
export async function whileUnanswered<Answer>(send: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
  const began = performance.now();
  for (let tries = 0; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isUnanswered(error) || signal?.aborted || !navigator.onLine) throw error;
      const [mostTries, mostMs] = error.errcode === beingMoved ? [Infinity, longestMoveMs] : [pausesMs.length, longestMs];
      if (tries >= mostTries || performance.now() - began > mostMs) throw error;
      const askedMs = (error.retryAfterSeconds ?? 0) * 1000;
      await pause(Math.min(longestPauseMs, Math.max(pausesMs[tries] ?? 0, askedMs)), signal);
    }
  }
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason as Error)), { once: true });
  });
}
