import { Worker } from 'node:worker_threads';
import { whenIdle } from '../when-idle.ts';
import type { IndexedText, ToIndex } from './index-text.ts';

/** `tooLong`: it exceeded its time or its memory. */
export type Reading = { kind: 'text'; indexed: IndexedText } | { kind: 'none' } | { kind: 'tooLong' };

export interface TextReader {
  /** One at a time. */
  read(given: ToIndex): Promise<Reading>;
  stop(): Promise<void>;
}

/** Wall-clock time: a MiB of the slowest text takes a third of a second of an idle CPU, and longer on a busy one. */
const mostMs = 60_000;
const memoryMiB = 256;

/** Reads texts in a thread. A thread that exceeds its limits, or is idle, is terminated, and the next text gets a new one. */
export function openTextReader({ timeoutMs = mostMs }: { timeoutMs?: number } = {}): TextReader {
  let worker: Worker | null = null;
  let before: Promise<unknown> = Promise.resolve();
  let stopped = false;
  let reading = false;

  const end = async (): Promise<void> => {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };
  const used = whenIdle(
    () => void end(),
    () => !reading,
  );
  const begun = (): Worker => {
    const thread = new Worker(new URL('./text-worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: memoryMiB } });
    thread.on('error', () => {}); // the caller that waits for an answer gets the error
    thread.unref();
    return thread;
  };
  async function readOne(given: ToIndex): Promise<Reading> {
    if (stopped) throw new Error('the server stops');
    worker ??= begun();
    reading = true;
    used();
    const answer = await answerOf(worker, given, timeoutMs);
    reading = false;
    if (answer !== 'ended') return answer === null ? { kind: 'none' } : { kind: 'text', indexed: answer };
    await end();
    if (stopped) throw new Error('the server stops');
    return { kind: 'tooLong' };
  }
  return {
    read(given) {
      const answer = before.then(() => readOne(given));
      before = answer.catch(() => {});
      return answer;
    },
    async stop() {
      stopped = true;
      await end();
    },
  };
}

/** `ended`: by its memory limit, by an error, or by the timeout. */
const answerOf = (worker: Worker, given: ToIndex, timeoutMs: number): Promise<IndexedText | null | 'ended'> =>
  new Promise((resolve) => {
    const clock = setTimeout(() => settle('ended'), timeoutMs);
    const settle = (answer: IndexedText | null | 'ended'): void => {
      clearTimeout(clock);
      worker.off('message', settle).off('error', endedItself).off('exit', endedItself);
      resolve(answer);
    };
    const endedItself = (): void => settle('ended');
    worker.on('message', settle).on('error', endedItself).on('exit', endedItself);
    worker.postMessage(given);
  });
