import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { afterCommit } from '../database/index.ts';

export interface PeriodicJob {
  /** Runs the work soon, but not before the caller's changes are committed. If it is running now, it runs once more afterwards. */
  wake(): void;
  /** The last run failed. */
  fails(): boolean;
  /** Waits for a run in progress. */
  stop(): Promise<void>;
}

/**
 * Runs `work` after `firstMs`, then every `everyMs`, and whenever it is woken, but never twice at once. A failure is logged, and the work
 * runs again at its next time. Work that returns more than 0 had something to do and runs again at once. Its signal is aborted when it must
 * stop. Each run begins `gatherMs` late, so that it finds together what arrives within this time, except after a run that did `most`: more waits then.
 */
export function periodic(
  name: string,
  everyMs: number,
  logger: Logger,
  work: (stopping: AbortSignal) => Promise<number>,
  {
    firstMs = 2000,
    gatherMs = 0,
    most = Infinity,
  }: { firstMs?: number | undefined; gatherMs?: number | undefined; most?: number | undefined } = {},
): PeriodicJob {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let again = false;
  let failed = false;

  /** Rejects when the job must stop. */
  const gather = (): Promise<unknown> => sleep(gatherMs, null, { signal: stopping.signal });
  const run = async (): Promise<void> => {
    let done = 0;
    do {
      again = false;
      try {
        if (gatherMs > 0 && done < most) await gather();
        done = 0;
        done = await work(stopping.signal);
        if (done > 0) again = true;
        failed = false;
      } catch (error) {
        failed = true;
        if (!stopping.signal.aborted) logger.error({ err: error, job: name }, 'job failed');
        again = false;
      }
    } while (again && !stopping.signal.aborted);
  };
  const start = (): void => {
    if (stopping.signal.aborted) return;
    clearTimeout(timer);
    if (running) {
      again = true;
      return;
    }
    running = run().finally(() => {
      running = null;
      if (!stopping.signal.aborted) timer = setTimeout(start, everyMs);
    });
  };
  timer = setTimeout(start, Math.min(everyMs, firstMs));
  return {
    wake: () => afterCommit(() => void setImmediate(start)),
    fails: () => failed,
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
