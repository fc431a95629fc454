import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from './embedded.ts';
import type { EmbeddedOptions, EmbeddedPostgres } from './embedded.ts';

export interface KeepOptions extends Omit<EmbeddedOptions, 'onExit'> {
  onTrouble: (message: string) => void;
  /** It was restarted, with this connection. */
  onAgain: (connection: EmbeddedPostgres['connection']) => void;
  /** It cannot be started, or ends again and again. */
  onLost: (message: string) => void;
}

const mostTries = 5;
const firstPauseMs = 200;
/** If it ends more often than this in ten minutes, a restart does not help. */
const mostEnds = 5;
const withinMs = 10 * 60_000;

/** Runs the embedded PostgreSQL, and restarts it when it ends unexpectedly, for example when the system kills it to free memory. */
export async function keepRunning({ onTrouble, onAgain, onLost, ...options }: KeepOptions): Promise<EmbeddedPostgres> {
  let stopped = false;
  let startingAgain: Promise<void> | null = null;
  let ends: number[] = [];

  const start = (): Promise<EmbeddedPostgres> =>
    startEmbedded({
      ...options,
      onExit: (reason) => {
        onTrouble(reason);
        if (!stopped) startingAgain = startAgain(reason).catch((error: unknown) => onLost((error as Error).message));
      },
    });
  const startAgain = async (reason: string): Promise<void> => {
    const now = performance.now();
    ends = [...ends.filter((end) => now - end < withinMs), now];
    if (ends.length > mostEnds) return onLost(`${reason}, for the ${ends.length}th time in ten minutes`);
    // Cleans up after the process that ended: its socket and remaining child processes.
    await running.stop();
    for (let tries = 1; !stopped; tries += 1) {
      try {
        running = await start();
        return onAgain(running.connection);
      } catch (error) {
        const { message } = error as Error;
        if (tries === mostTries) return onLost(message);
        onTrouble(message);
        await sleep(firstPauseMs * 2 ** tries);
      }
    }
  };
  let running = await start();
  return {
    get connection() {
      return running.connection;
    },
    get processId() {
      return running.processId;
    },
    async stop() {
      stopped = true;
      await startingAgain;
      await running.stop();
    },
  };
}
