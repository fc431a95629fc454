/**
 * Writes small objects in threads: a dozen short file operations cost one message instead of a dozen turns of the event loop, and
 * concurrent objects are synced together.
 */
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { whenIdle } from '../when-idle.ts';
import { StorageError } from './storage-error.ts';
import type { SmallObject, SmallWrite } from './small-write.ts';
import { usedChunk } from './young-buffers.ts';

/** Bodies up to this size are gathered in memory and written at once. */
export const SMALL = 256 * 1024;
const THREADS = 2;
const STALLED_MS = 60_000;

interface Waiting {
  resolve(done: SmallWrite): void;
  reject(error: Error): void;
}
interface Thread {
  worker: Worker;
  waiting: Waiting[];
}

export class SmallWriter {
  readonly #threads: Thread[] = [];
  readonly #used = whenIdle(
    () => void this.close(),
    () => this.#threads.every(({ waiting }) => waiting.length === 0),
  );

  /** Rejects only if the thread itself ended. */
  write(object: SmallObject): Promise<SmallWrite> {
    const thread = this.#freest();
    this.#used();
    return new Promise((resolve, reject) => {
      thread.waiting.push({ resolve, reject });
      thread.worker.postMessage(object, [object.body.buffer]);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map(({ worker }) => worker.terminate()));
  }

  #freest(): Thread {
    const [first, second] = this.#threads;
    if (!first || (first.waiting.length > 0 && !second && this.#threads.length < THREADS)) return this.#start();
    return second && second.waiting.length < first.waiting.length ? second : first;
  }

  #start(): Thread {
    const thread: Thread = { worker: new Worker(new URL('./small-write-worker.ts', import.meta.url)), waiting: [] };
    const end = (error: Error): void => {
      const index = this.#threads.indexOf(thread);
      if (index >= 0) this.#threads.splice(index, 1);
      for (const { reject } of thread.waiting.splice(0)) reject(error);
    };
    thread.worker.on('message', (batch: SmallWrite[]) => {
      for (const done of batch) thread.waiting.shift()?.resolve(done);
    });
    thread.worker.on('error', end);
    thread.worker.on('exit', () => end(new Error('the writing thread ended')));
    thread.worker.unref();
    this.#threads.push(thread);
    return thread;
  }
}

/** Reads the whole body into memory. Throws IncompleteBody, RequestTimeout. */
export function gather(body: Readable, size: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const whole = Buffer.allocUnsafeSlow(size);
    let received = 0;
    let ended = false;
    const end = (error?: StorageError): void => {
      if (ended) return;
      ended = true;
      clearTimeout(stalled);
      body
        .off('data', onData)
        .off('end', onEnd)
        .off('close', onClose)
        .off('error', onError)
        .on('error', () => {});
      if (error) reject(error);
      else resolve(whole);
    };
    const onData = (chunk: Buffer<ArrayBuffer>): void => {
      stalled.refresh();
      if (received + chunk.length > size) return end(new StorageError('IncompleteBody', 'The body is longer than declared.'));
      received += chunk.copy(whole, received);
      usedChunk(chunk, body);
    };
    const onEnd = (): void => end(received === size ? undefined : new StorageError('IncompleteBody', 'The body is shorter than declared.'));
    const onClose = (): void => end(new StorageError('IncompleteBody', 'The connection ended before the body did.'));
    const onError = (cause: Error): void => end(new StorageError('IncompleteBody', 'The body did not arrive whole.', { cause }));
    const stalled = setTimeout(() => end(new StorageError('RequestTimeout', 'The body stood still for too long.')), STALLED_MS);
    body.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onError);
    if (body.destroyed && !body.readableEnded) onClose();
  });
}
