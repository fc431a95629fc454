/** Requests /healthz from a server every few milliseconds, whatever else this process does. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface Probe {
  /** By `performance.timeOrigin + performance.now()`, the same clock in every thread; milliseconds. */
  sentAt: number;
  answeredAt: number;
  /** From the request to its answer. */
  tookMs: number;
  /**
   * The same without the time in which the system ran other processes instead of the server or the prober, so only what the server caused.
   */
  heldMs: number;
}

export interface Prober {
  /** All since the last call. */
  take(): Promise<Probe[]>;
  stop(): Promise<void>;
}

export const now = (): number => performance.timeOrigin + performance.now();

/** `processId` is the server's, whose main thread runs its event loop. */
export async function openProber(target: { port: number; processId: number; everyMs?: number }): Promise<Prober> {
  const worker = new Worker(new URL('./healthz-worker.ts', import.meta.url), { workerData: { everyMs: 5, ...target } });
  const ended = once(worker, 'exit').then(() => Promise.reject(new Error('the prober ended')));
  ended.catch(() => {}); // the pending `take` reports it
  const take = async (): Promise<Probe[]> => {
    const answer = once(worker, 'message') as Promise<[Probe[]]>;
    worker.postMessage('take');
    return (await Promise.race([answer, ended]))[0];
  };
  await take();
  return { take, stop: async () => void (await worker.terminate()) };
}

/** In ascending order of value. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
