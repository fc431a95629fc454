import type { Logger } from 'pino';
import { afterCommit } from '../database/index.ts';

export interface PeriodicJob {
  /** Runs it soon, once more if it is running now; not before what the caller changes can be seen. */
  wake(): void;
  /** Waits for a run under way. */
  stop(): Promise<void>;
}

/**
 * Runs `work` every `everyMs` and whenever it is woken, never twice at once. Work that fails is logged and tried again at the
 * next turn; a work that answers more than 0 had something to do and is run again at once.
 */
export function periodic(name: string, everyMs: number, logger: Logger, work: () => Promise<number>): PeriodicJob {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const run = async (): Promise<void> => {
    do {
      again = false;
      try {
        if ((await work()) > 0) again = true;
      } catch (error) {
        if (!stopped) logger.error({ err: error, job: name }, 'job failed');
        again = false;
      }
    } while (again && !stopped);
  };
  const start = (): void => {
    if (stopped) return;
    clearTimeout(timer);
    if (running) {
      again = true;
      return;
    }
    running = run().finally(() => {
      running = null;
      if (!stopped) timer = setTimeout(start, everyMs);
    });
  };
  timer = setTimeout(start, Math.min(everyMs, 2000));
  return {
    wake: () => afterCommit(() => void setImmediate(start)),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
