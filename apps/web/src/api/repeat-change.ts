import { CallFailed } from './call-failed.ts';

/** Delays between tries. A server restart takes seconds; if it takes longer, the person sees the failure. */
const pausesMs = [500, 1000, 2000, 4000];
const longestPauseMs = 5000;
const longestMs = 60_000;

/** Whether the outcome is unknown or a retry may succeed: no response, a proxy's error, or a temporary server error. */
const isUnanswered = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && (error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504);

/** Retries a change silently with the same idempotency key. Throws the error of the last try. */
export async function whileUnanswered<Answer>(send: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
  const began = performance.now();
  for (const pauseMs of pausesMs) {
    try {
      return await send();
    } catch (error) {
      if (!isUnanswered(error) || signal?.aborted || !navigator.onLine || performance.now() - began > longestMs) throw error;
      const askedMs = (error.retryAfterSeconds ?? 0) * 1000;
      await pause(Math.min(longestPauseMs, Math.max(pauseMs, askedMs)), signal);
    }
  }
  return send();
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason as Error)), { once: true });
  });
}
