/** Asks a server for /healthz every few milliseconds, whatever else this process does. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface Probe {
  /** Of `performance.timeOrigin + performance.now()`, in every thread the same clock; milliseconds. */
  sentAt: number;
  answeredAt: number;
  /** From one to the other. */
  tookMs: number;
  /** The same without the time in which the system let other processes run instead of server or prober: what the server is to blame for. */
  heldMs: number;
}

export interface Prober {
  /** All since the last time. */
  take(): Promise<Probe[]>;
  stop(): Promise<void>;
}

export const now = (): number => performance.timeOrigin + performance.now();

/** `processId`: of the server, whose main thread runs its event loop. */
export async function openProber(target: { port: number; processId: number; everyMs?: number }): Promise<Prober> {
  const worker = new Worker(new URL('./healthz-worker.ts', import.meta.url), { workerData: { everyMs: 5, ...target } });
  const ended = once(worker, 'exit').then(() => Promise.reject(new Error('the prober ended')));
  ended.catch(() => {}); // whoever takes is told
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
