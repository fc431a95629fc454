import { limits } from '@alcove/contract';
import { CallFailed } from './ports.ts';
import type { HostPort } from './ports.ts';

export interface RetryOptions {
  host: HostPort;
  signal: AbortSignal;
  worth: (error: unknown) => boolean;
}

export const firstWaitMs = 1000;

/** Retries the work up to 3 times, after waits of 1, 2 and 4 s. Throws the last failure, or the signal's reason. */
export async function withRetries<Result>(work: () => Promise<Result>, { host, signal, worth }: RetryOptions): Promise<Result> {
  for (let failed = 0; ; failed++) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (failed >= limits.retries || !worth(error)) throw error;
    }
    await host.after(firstWaitMs * 2 ** failed, signal);
  }
}

/** Worth a retry: a broken or busy server, a network failure; for link visitors also a share token that is being renewed. */
export const worthAsking =
  (linkPath: string | undefined) =>
  (error: unknown): boolean =>
    error instanceof CallFailed &&
    (error.status === 0 || error.status >= 500 || error.status === 429 || (error.status === 401 && linkPath !== undefined));

/** The request may have been carried out although its answer was lost. */
export const answerLost = (error: unknown): boolean =>
  error instanceof CallFailed && (error.status === 0 || error.status === 408 || error.status >= 500);
