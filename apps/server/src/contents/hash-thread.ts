import { Worker } from 'node:worker_threads';
import { whenIdle } from '../when-idle.ts';
import type { ContentHash } from './content-hash.ts';

type Hashes = Omit<ContentHash, 'size'>;
type State =
  | { at: 'rest'; said: unknown }
  | { at: 'work'; resolve?: (said: unknown) => void; reject?: (error: Error) => void }
  | { at: 'end'; error: Error };

/**
 * Threads between two contents. To start one takes a processor 10 ms and more, which delayed everybody's pages while many files arrived.
 */
const resting: HashThread[] = [];
const used = whenIdle(() => void resting.splice(0).forEach((thread) => void thread.end()));

/** Gives `work` a thread of its own. After work that failed, the thread knows half a content, so it ends. */
export async function withHashThread<Result>(work: (thread: HashThread) => Promise<Result>): Promise<Result> {
  let thread = resting.pop();
  while (thread && !thread.wake()) thread = resting.pop();
  thread ??= new HashThread();
  try {
    const result = await work(thread);
    thread.rest();
    resting.push(thread);
    used();
    return result;
  } catch (error) {
    await thread.end();
    throw error;
  }
}

/**
 * A thread that hashes one content after the other, chunk by chunk. If it cannot be started (no memory or descriptors left) or exits, only the hashing of
 * this content fails: the error is kept for `answered` and never thrown as an unhandled one.
 */
class HashThread {
  readonly #worker = new Worker(new URL('./hash-worker.ts', import.meta.url));
  #state: State = { at: 'rest', said: null };

  constructor() {
    this.#worker.on('message', (said: unknown) => {
      const before = this.#state;
      if (before.at !== 'work') return;
      this.#state = { at: 'rest', said };
      before.resolve?.(said);
    });
    this.#worker.on('error', (error: unknown) => this.#fail(new Error('The hashing thread failed', { cause: error })));
    this.#worker.on('exit', () => this.#fail(new Error('The hashing thread ended')));
  }

  /** Call it only once the previous chunk is answered. A chunk that has its memory to itself is transferred instead of copied. */
  hash(chunk: Buffer): void {
    this.#ask(chunk, chunk.byteLength === chunk.buffer.byteLength ? [chunk.buffer as ArrayBuffer] : []);
  }

  /** Resolves to the thread's last reply as soon as the thread is idle. Throws if the thread has failed or exited. */
  async answered(): Promise<unknown> {
    const now = this.#state;
    if (now.at === 'end') throw now.error;
    if (now.at === 'rest') return now.said;
    return new Promise((resolve, reject) => (this.#state = { at: 'work', resolve, reject }));
  }

  async finish(): Promise<Hashes> {
    this.#ask(null, []);
    return (await this.answered()) as Hashes;
  }

  /** From now on it does not keep the process alive. */
  rest(): void {
    this.#worker.unref();
  }

  /** False if it has ended meanwhile. */
  wake(): boolean {
    this.#worker.ref();
    return this.#state.at !== 'end';
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(message: Buffer | null, transferred: ArrayBuffer[]): void {
    if (this.#state.at !== 'rest') return;
    this.#state = { at: 'work' };
    this.#worker.postMessage(message, transferred);
  }

  #fail(error: Error): void {
    const before = this.#state;
    if (before.at === 'end') return;
    this.#state = { at: 'end', error };
    if (before.at === 'work') before.reject?.(error);
  }
}
